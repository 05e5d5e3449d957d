import { readEntries, readPlace } from '../answer-place.ts'
import type { NextFile, Sample, StepFile } from '../service-definition.ts'
import type { FileProblem } from '../../../system/runner-api/service-checker.ts'
import { fill, namesIn, type Scope } from '../template.ts'

/** Places of a step that lead into a text of its sample, where nothing can stand. */
export function textsInWay(path: FileProblem['path'], step: StepFile, { answer, fields = {} }: Sample): FileProblem[] {
  if (typeof answer === 'string') return []
  const scope: Scope = { fields, credentials: {}, timezone: 'UTC', now: 0 }
  const list = 'items' in step ? (step.items ?? '$') : '$'
  const [first = { item: readPlace(answer, list), around: undefined }] =
    readEntries(answer, list, (template) => fill(template, scope)) ?? []
  const found = [
    ...placesOfAnswer(step).map((place) => meetsText(answer, place, scope)),
    ...placesOfItem(step).map((place) =>
      place.startsWith('$1')
        ? meetsText(first.around, `$${place.slice(2)}`, scope)
        : meetsText(first.item, place, scope),
    ),
  ]
  const met = [...new Map(found.flatMap((each) => (each ? [[each.place, each]] : []))).values()]
  return met.map(({ place, text }) => ({
    path,
    message: `${text} is a text in the sample, so nothing can stand at ${place}. Correct one of them.`,
  }))
}

/** The first text that the place leads into; null where it meets none. */
function meetsText(value: unknown, place: string, scope: Scope): { place: string; text: string } | null {
  const [outer = place] = place.split(/\[[*+]\]/, 1)
  const segments = outer.match(/\.[\w-]+|\[[^\]]*\]/g) ?? []
  const before = segments.map((_, index) => `$${segments.slice(0, index).join('')}`)
  const text = before.find((each) => typeof readPlace(value, each, (template) => fill(template, scope)) === 'string')
  return text === undefined ? null : { place, text: text === '$' ? 'The answer' : text }
}

function placesOfAnswer(step: StepFile): string[] {
  const next = 'next' in step ? placesOfNext(step.next) : []
  const kept = 'keep' in step && typeof step.keep === 'string' ? [step.keep] : []
  const list = 'items' in step && step.items !== undefined ? [step.items] : []
  return [...list, ...next, ...kept]
}

function placesOfNext(next: NextFile | undefined): string[] {
  if (next === undefined || (typeof next === 'object' && 'link' in next)) return []
  if (typeof next === 'string') return [next]
  if ('from' in next) return [next.from]
  if ('address' in next) return [next.address]
  return next.while === undefined ? [] : [next.while]
}

function placesOfItem(step: StepFile): string[] {
  const read = [
    ...('ingredients' in step ? step.ingredients.flatMap(({ from }) => from ?? []) : []),
    ...('id' in step ? [step.id ?? [], step.at ?? []].flat() : []),
    ...('where' in step ? Object.keys(step.where ?? {}) : []),
    ...('result' in step ? [step.result?.id ?? [], step.result?.url ?? []].flat() : []),
  ]
  return read.flatMap((value) =>
    value.startsWith('$') ? [value] : namesIn(value).filter((name) => name.startsWith('$')),
  )
}
