import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseJson } from '../../worker/contract/shared/parse-json.ts'
import { readServiceFile } from '../../worker/services/format/check/read-service-file.ts'
import type { ServiceDefinition, StepFile } from '../../worker/services/format/service-definition.ts'
import { servicesInCode } from '../../worker/services/services-in-code.ts'
import { ROOT } from '../processes/run.ts'

export const FOLDER = join(ROOT, 'services')

/** A service's file where it says, or in services/; undefined where there is none. */
export function findServiceFile(name: string): string | undefined {
  return [resolve(name), join(FOLDER, name), join(FOLDER, `${name}.json`)].find(
    (file) => file.endsWith('.json') && existsSync(file),
  )
}

export function noServiceFile(name: string): string {
  return `There is no file ${name}, and none in services/. npm run service -- new acme writes one.`
}

/** The service of a right file, or one of ours that has code. Throws where there is none, or the file is wrong. */
export async function findService(name: string): Promise<ServiceDefinition> {
  const file = findServiceFile(name)
  const own = servicesInCode.find(({ id }) => id === name)
  if (file === undefined && own) return own
  if (file === undefined) throw new Error(noServiceFile(name))
  const read = await readServiceFile(parseJson(readFileSync(file, 'utf8')), { taken: [], allowed_hosts: [] })
  if (read.kind === 'service') return read.definition
  throw new Error(`${basename(file)} is not right yet: npm run service -- check ${name} says what is wrong.`)
}

const SEGMENTS = ['triggers', 'queries', 'actions'] as const
export type Segment = (typeof SEGMENTS)[number]
type FoundStep = { segment: Segment; step: StepFile }

/** All steps of a service, in the order of its file. */
export function stepsOf(service: ServiceDefinition): FoundStep[] {
  return SEGMENTS.flatMap((segment) => (service[segment] ?? []).map((step) => ({ segment, step })))
}

/** The step that is called so: `new_note`, or `actions.new_note` where several are. Throws what there is instead. */
export function findStep(service: ServiceDefinition, name: string): FoundStep {
  const steps = stepsOf(service)
  const found = steps.filter(({ segment, step }) => step.slug === name || `${segment}.${step.slug}` === name)
  const [first, ...others] = found
  if (first && others.length === 0) return first
  const names = (first ? found : steps).map(({ segment, step }) => (first ? `${segment}.${step.slug}` : step.slug))
  throw new Error(
    first
      ? `There are several: ${names.join(', ')}.`
      : `${service.name} has no step ${name}. It has ${names.join(', ')}.`,
  )
}
