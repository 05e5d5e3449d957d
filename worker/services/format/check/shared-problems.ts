import { partOf, type SharedParts } from '../expand-service.ts'
import type { WrittenField, WrittenService } from '../service-definition.ts'
import type { FileProblem } from '../../../system/runner-api/service-checker.ts'

type Path = FileProblem['path']
type Use = { kind: keyof SharedParts; name: string; path: Path }

/** Names of shared parts that nothing has. Without them a file cannot be read further. */
export function unknownParts(service: WrittenService): FileProblem[] {
  const { shared = {} } = service
  return usesIn(service).flatMap(({ kind, name, path }) => {
    if (partOf<unknown>(shared[kind], name) !== undefined) return []
    const names = Object.keys(shared[kind] ?? {})
    const there = names.length === 0 ? 'There are none yet.' : `There are ${names.join(', ')}.`
    return [{ path, message: `${name} is not under "shared.${kind}". ${there}` }]
  })
}

/** Shared parts that no step names. */
export function unusedParts(service: WrittenService): FileProblem[] {
  const used = new Set(usesIn(service).map(({ kind, name }) => `${kind} ${name}`))
  return Object.entries(service.shared ?? {}).flatMap(([kind, parts]) =>
    Object.keys(parts ?? {})
      .filter((name) => !used.has(`${kind} ${name}`))
      .map((name) => ({ path: ['shared', kind, name], message: 'is used nowhere. Remove it.' })),
  )
}

/** Problems of an expanded service where its file says what is wrong: a shared part is told once. */
export function atWrittenPlace(service: WrittenService, problems: readonly FileProblem[]): FileProblem[] {
  const told = problems.map(({ path, message }) => ({ path: writtenPlace(service, path), message }))
  return [...new Map(told.map((each) => [JSON.stringify(each), each])).values()]
}

function writtenPlace(service: WrittenService, path: Path): Path {
  const [segment, index, key, position, ...inside] = path
  if (!isSegment(segment) || typeof index !== 'number' || typeof position !== 'number') return path
  const step = service[segment]?.[index]
  if (key === 'fields') {
    const field = step?.fields?.[position]
    const name = field === undefined ? null : nameOf(field)
    const isOwn = typeof field === 'object' && inside.some((part) => Object.hasOwn(field, part))
    return name === null || isOwn ? path : ['shared', 'fields', name, ...inside]
  }
  if (key !== 'ingredients' || !step || !('ingredients' in step)) return path
  const places = step.ingredients.flatMap((each, at): Path[] =>
    typeof each === 'string'
      ? (partOf(service.shared?.ingredients, each) ?? []).map((_, part) => ['shared', 'ingredients', each, part])
      : [[segment, index, 'ingredients', at]],
  )
  return [...(places[position] ?? path), ...inside]
}

const SEGMENTS = ['triggers', 'queries', 'actions'] as const
type Segment = (typeof SEGMENTS)[number]

function isSegment(part: unknown): part is Segment {
  return SEGMENTS.some((segment) => segment === part)
}

function usesIn(service: WrittenService): Use[] {
  const ofSteps = SEGMENTS.flatMap((segment) =>
    (service[segment] ?? []).flatMap((step, index): Use[] => [
      ...(step.fields ?? []).flatMap((field, at): Use[] => {
        const name = nameOf(field)
        const path = [segment, index, 'fields', at, ...(typeof field === 'string' ? [] : ['$use'])]
        return name === null ? [] : [{ kind: 'fields', name, path }]
      }),
      ...('ingredients' in step ? step.ingredients : []).flatMap((each, at): Use[] =>
        typeof each === 'string'
          ? [{ kind: 'ingredients', name: each, path: [segment, index, 'ingredients', at] }]
          : [],
      ),
    ]),
  )
  return [...ofSteps, ...usesInSamples(service.samples, ['samples'])]
}

function nameOf(field: WrittenField): string | null {
  if (typeof field === 'string') return field
  return '$use' in field ? field.$use : null
}

function usesInSamples(value: unknown, path: Path): Use[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => usesInSamples(each, [...path, index]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]): Use[] =>
    key === '$use'
      ? [{ kind: 'answers', name: String(each), path: [...path, key] }]
      : usesInSamples(each, [...path, key]),
  )
}
