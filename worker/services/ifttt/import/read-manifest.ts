import { definitionProblems } from '../../format/definition-problems.ts'
import { schemaProblems } from '../../format/json/read-service-json.ts'
import { takenNames, type JsonProblem, type Surroundings } from '../../format/json/service-json-problems.ts'
import type { ServiceDefinition } from '../../format/service-definition.ts'
import { iftttService } from '../ifttt-service.ts'
import { manifestJson, toManifest } from './manifest-json.ts'

type ReadManifest = { kind: 'service'; definition: ServiceDefinition } | { kind: 'wrong'; problems: JsonProblem[] }

/** Whether the JSON says that it is of a service of IFTTT's protocol. */
export function isManifest(document: unknown): boolean {
  return typeof document === 'object' && document !== null && Reflect.get(document, 'transport') === 'ifttt'
}

/** A service of IFTTT's protocol from the JSON of its manifest, or all that is wrong with it. Nothing is sent anywhere. */
export function readManifest(document: unknown, surroundings: Surroundings): ReadManifest {
  const parsed = manifestJson.safeParse(document, { reportInput: true })
  if (!parsed.success) return { kind: 'wrong', problems: schemaProblems(parsed.error) }
  const definition = iftttService(toManifest(parsed.data))
  const written = definitionProblems(definition).map(({ path, where, message }) => {
    return { path, message: `${where}: ${message}` }
  })
  const problems = [...written, ...takenNames(parsed.data, surroundings), ...wrongHost(parsed.data, surroundings)]
  return problems.length > 0 ? { kind: 'wrong', problems } : { kind: 'service', definition }
}

function wrongHost({ api_url }: { api_url: string }, { allowed_hosts }: Surroundings): JsonProblem[] {
  const { hostname } = new URL(api_url)
  if (allowed_hosts.length === 0 || allowed_hosts.includes(hostname)) return []
  return [
    { path: ['api_url'], message: `this site does not allow ${hostname}. Its operator lists hosts in SERVICE_HOSTS.` },
  ]
}

/** The service of a manifest that was read before it was saved. */
export function savedManifest(document: unknown): ServiceDefinition {
  return iftttService(toManifest(document as Parameters<typeof toManifest>[0]))
}
