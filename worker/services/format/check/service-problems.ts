import type { ServiceDefinition } from '../service-definition.ts'
import { serviceSchema } from '../service-schema.ts'
import { definitionProblems } from './definition-problems.ts'
import { schemaProblems } from './zod-problems.ts'

/** Lists the problems with a service that has code, line by line; empty for a right one. */
export function serviceProblems({ code, ...file }: ServiceDefinition): string[] {
  const parsed = serviceSchema.safeParse(file)
  const problems = parsed.success
    ? definitionProblems({ ...file, ...(code && { code }) })
    : schemaProblems(parsed.error)
  return problems.map(({ path, message }) => `${path.join('.')}: ${message}`)
}
