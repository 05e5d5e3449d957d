import { expandService } from '../expand-service.ts'
import type { ServiceDefinition, WrittenService } from '../service-definition.ts'
import type { FileProblem } from '../../../system/runner-api/service-checker.ts'
import { definitionProblems } from './definition-problems.ts'
import { fileProblems, otherFormat, type Surroundings } from './file-problems.ts'
import { sampleProblems } from './sample-problems.ts'
import { atWrittenPlace, unknownParts, unusedParts } from './shared-problems.ts'
import { IN_SENTENCES, schemaProblems, type SchemaProblem } from './zod-problems.ts'

type ReadService = { kind: 'service'; definition: ServiceDefinition } | { kind: 'wrong'; problems: FileProblem[] }

/**
 * A service from its file (`switchyard-service-1`), or all that is wrong with it. Each step is tried with its sample;
 * nothing is sent anywhere. The first call loads the schema, to keep the start of the Worker fast.
 */
export async function readServiceFile(document: unknown, surroundings: Surroundings): Promise<ReadService> {
  const other = otherFormat(document)
  if (other.length > 0) return { kind: 'wrong', problems: other }
  const { serviceSchema } = await import('../service-schema.ts')
  const parsed = serviceSchema.safeParse(document, IN_SENTENCES)
  if (parsed.success) {
    const problems = [...unusedParts(parsed.data), ...(await restProblems(parsed.data, surroundings))]
    return problems.length > 0
      ? { kind: 'wrong', problems }
      : { kind: 'service', definition: expandService(parsed.data) }
  }
  const written = schemaProblems(parsed.error)
  const readable = readableRest(document, written)
  const reread = serviceSchema.safeParse(readable.rest)

  const others = reread.success ? await restProblems(reread.data, surroundings) : []
  const told = written.map(({ path, message }) => ({ path, message }))
  return { kind: 'wrong', problems: [...told, ...others.flatMap((each) => problemOfRest(each, readable))] }
}

/** A step is tried with its sample where nothing else is wrong with it. */
async function restProblems(service: WrittenService, surroundings: Surroundings): Promise<FileProblem[]> {
  const unknown = unknownParts(service)
  if (unknown.length > 0) return unknown
  const definition = expandService(service)
  const written = [...definitionProblems(definition), ...fileProblems(definition, surroundings)]
  const wrong = new Set(written.map(({ path }) => placeOf(path)))
  const tried = await sampleProblems(definition)
  return atWrittenPlace(service, [...written, ...tried.filter(({ path }) => !wrong.has(placeOf(path)))])
}

/** The step that a problem is about, also where its sample has it, or the part of the file. */
function placeOf([part, kind, ...others]: FileProblem['path']): string {
  return part === 'samples' ? `samples ${kind} ${others[0]}` : `${part} ${kind}`
}

/**
 * What of a file can be read although it is wrong. `kept`: where the steps stood that are left of each list. `replaced`:
 * where another value stands in place of a wrong one.
 */
type Readable = { rest: unknown; kept: Record<string, readonly number[]>; replaced: readonly FileProblem['path'][] }

/** A problem of the rest, where the file has it; none where it is of a value that was put in place of a wrong one. */
function problemOfRest({ path, message }: FileProblem, { kept, replaced }: Readable): FileProblem[] {
  const [list, index, ...others] = path
  if (replaced.some((place) => place.every((part, at) => part === path[at]))) return []
  const original = typeof index === 'number' ? kept[String(list)]?.[index] : undefined
  return [{ path: list === undefined || original === undefined ? path : [list, original, ...others], message }]
}

/** In place of wrong values that everything else of a file stands on. */
const RIGHT_VALUES: Record<string, unknown> = {
  id: 'file_that_is_wrong',
  name: 'File that is wrong',
  description: 'A file that is wrong.',
  color: '#000000',
}

/** Wrong values of these are left out. */
const LEFT_OUT = new Set([
  'category',
  'icon',
  'keywords',
  'popularity',
  'plan',
  'unverified',
  'terms_url',
  'credit',
  'limit',
  'account_limit',
  'write_gap',
])

/**
 * The file without unknown keys, without steps that are not right and their samples, and with other values in place of
 * wrong ones that say what people see, so that everything that is wrong is told at once.
 */
function readableRest(document: unknown, problems: readonly SchemaProblem[]): Readable {
  const rest: unknown = structuredClone(document)
  for (const { path, is_unknown_key } of problems) if (is_unknown_key) removeAt(rest, path)
  const wrong = problems.filter(({ is_unknown_key }) => !is_unknown_key)
  const replaced = wrong.flatMap(({ path }) => (replaceWrong(rest, path) ? [path.slice(0, 2)] : []))
  const kept: Record<string, number[]> = {}
  for (const list of LISTS) {
    const steps = valueAt(rest, [list])
    if (!Array.isArray(steps)) continue
    const left = new Set(wrong.flatMap(({ path }) => (path[0] === list ? path.slice(1, 2) : [])))
    kept[list] = steps.flatMap((_, index) => (left.has(index) ? [] : [index]))
    for (const index of left) {
      const slug: unknown = valueAt(steps, [index, 'slug'])
      if (typeof slug === 'string') removeAt(rest, ['samples', list, slug])
    }
    Reflect.set(
      Object(rest),
      list,
      kept[list].map((index) => steps[index] as unknown),
    )
  }
  return { rest, kept, replaced }
}

/** Puts another value in place of one that people see, or of a host. Returns false for all else. */
function replaceWrong(rest: unknown, [key = '', index]: FileProblem['path']): boolean {
  const hosts = valueAt(rest, ['hosts'])
  if (Object.hasOwn(RIGHT_VALUES, key)) Reflect.set(Object(rest), key, RIGHT_VALUES[key])
  else if (LEFT_OUT.has(String(key))) removeAt(rest, [key])
  else if (key === 'hosts' && typeof index === 'number' && Array.isArray(hosts)) hosts[index] = `host-${index}.example`
  else return false
  return true
}

const LISTS = ['triggers', 'queries', 'actions'] as const

function valueAt(value: unknown, path: FileProblem['path']): unknown {
  return path.reduce<unknown>(
    (each, part) => (typeof each === 'object' && each !== null ? Reflect.get(each, part) : undefined),
    value,
  )
}

function removeAt(document: unknown, path: FileProblem['path']): void {
  const parent = valueAt(document, path.slice(0, -1))
  const last = path.at(-1)
  if (typeof parent === 'object' && parent !== null && last !== undefined) Reflect.deleteProperty(parent, last)
}
