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
  return { kind: 'wrong', problems: [...told, ...others.map((each) => atOriginalPlace(each, readable.kept))] }
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

/** Where the steps stood that are left of each list. */
type Kept = Record<string, readonly number[]>

function atOriginalPlace({ path, message }: FileProblem, kept: Kept): FileProblem {
  const [list, index, ...others] = path
  const original = typeof index === 'number' ? kept[String(list)]?.[index] : undefined
  return list === undefined || original === undefined
    ? { path, message }
    : { path: [list, original, ...others], message }
}

/**
 * What of a file can be read although it is wrong: it is told without unknown keys, and without steps that are not
 * right, so that everything that is wrong is told at once.
 */
function readableRest(document: unknown, problems: readonly SchemaProblem[]): { rest: unknown; kept: Kept } {
  const rest: unknown = structuredClone(document)
  for (const { path, is_unknown_key } of problems) if (is_unknown_key) removeAt(rest, path)
  const kept: Record<string, number[]> = {}
  for (const list of LISTS) {
    const steps = valueAt(rest, [list])
    if (!Array.isArray(steps)) continue
    const wrong = new Set(
      problems.flatMap(({ path, is_unknown_key }) => (path[0] === list && !is_unknown_key ? path[1] : [])),
    )
    kept[list] = steps.flatMap((_, index) => (wrong.has(index) ? [] : index))
    Reflect.set(
      Object(rest),
      list,
      kept[list].map((index) => steps[index] as unknown),
    )
  }
  return { rest, kept }
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
