import { parseJson } from '../../../../worker/contract/shared/parse-json.ts'
import { readEntries, readPlace, toId, toTime } from '../../../../worker/services/format/answer-place.ts'
import { fileScope } from '../../../../worker/services/format/http/file-scope.ts'
import { readItems } from '../../../../worker/services/format/http/read-items.ts'
import type {
  RequestFile,
  Sample,
  ServiceDefinition,
  StepFile,
  TriggerFile,
} from '../../../../worker/services/format/service-definition.ts'
import { fill, readValue, type Scope } from '../../../../worker/services/format/template.ts'
import { newId, newTime } from './new-values.ts'
import { placesIn, writePlace } from './write-place.ts'

/** The scope of a sample: its fields, and nothing that was pasted. */
function sampleScope(definition: ServiceDefinition, step: StepFile, sample: Sample | undefined): Scope {
  const io = { credentials: {}, base_url: '', timezone: 'UTC', now: 0, key: null }
  const given = { fields: step.fields ?? [], values: sample?.fields ?? {} }
  return fileScope({ connect: definition.connect }, given, io)
}

/** A sample's answer as a file reads it: a copy, lines as a list, other texts as they stand. */
export function sampleAnswer(sample: Sample | undefined, { answer = 'json' }: Pick<RequestFile, 'answer'>): unknown {
  const given = structuredClone(sample?.answer)
  if (typeof given !== 'string' || answer === 'text') return given
  if (answer === 'json') return parseJson(given) ?? given
  return given.split('\n').flatMap((line) => (line.trim() === '' ? [] : [parseJson(line)]))
}

/** Whether a list is in the entries of another one. */
export function isNested(items: string): boolean {
  return items.replace(/\[\*\]$/, '').includes('[*]')
}

/** The entries of a trigger's sample, newest first. */
export function sampledEntries(definition: ServiceDefinition, trigger: TriggerFile): unknown[] {
  const sample = definition.samples?.triggers?.[trigger.slug]
  const scope = sampleScope(definition, trigger, sample)
  const answer = sampleAnswer(sample, trigger.request ?? {})
  const entries = readEntries(answer, trigger.items ?? '$', (template) => fill(template, scope)) ?? []
  const list = entries.map(({ item }) => item)
  return trigger.order === 'oldest_first' ? list.toReversed() : list
}

/** The first ingredient that is a text of the entry by itself, and where it stands; null where there is none. */
export function textOf({ ingredients, id, at }: TriggerFile): { name: string; place: string } | null {
  const fixed = [id ?? [], at ?? []].flat().flatMap(placesIn)
  const texts = ingredients.flatMap(({ name, type, from = '' }) => {
    const [place] = placesIn(from)
    return type !== 'text' || place === undefined || place.startsWith('$1') || fixed.includes(place)
      ? []
      : [{ name, place }]
  })
  return texts[0] ?? null
}

/**
 * The entry of the `n`th thing that happens, at `now` in ms: the first one of the sample that starts the trigger, with
 * another id and time, and with this text. Null where the sample has none.
 */
export function newEntry(
  definition: ServiceDefinition,
  trigger: TriggerFile,
  { n, now, text = '' }: { n: number; now: number; text?: string },
): unknown {
  const { items = '$', id, at } = trigger
  const sample = definition.samples?.triggers?.[trigger.slug]
  const scope = sampleScope(definition, trigger, sample)
  const value = sampleAnswer(sample, trigger.request ?? {})
  const [first] = readItems({ value, scope }, trigger, items) ?? []
  if (first === undefined) return null
  const entry = structuredClone(first.answer)
  const fillPlace = (template: string) => fill(template, first)
  // A property that a field names: the one that the sample chose.
  const namedPlace = (place: string) =>
    place.replace(/\[(\{\{[^{}]+\}\})\]/g, (_, name: string) => `["${fillPlace(name)}"]`)
  const inEntry = (key: string | undefined) =>
    (key === undefined ? [] : placesIn(key)).filter((place) => !place.startsWith('$1')).map(namedPlace)
  const times = inEntry(at)
  // An id may be a time.
  const places = [id ?? []].flat().flatMap(inEntry)
  const ownId = places.find((place) => !times.includes(place))
  const said = textOf(trigger)
  const changed = (ownId === undefined ? [] : [[ownId, newId(readPlace(entry, ownId, fillPlace), n)] as const]).concat(
    times.map((place) => [place, newTime(readPlace(entry, place, fillPlace), now)] as const),
    said === null || text === '' ? [] : [[namedPlace(said.place), text] as const],
  )
  return changed.reduce<unknown>((made, [place, written]) => writePlace(made, place, written), entry)
}

/** An entry's id and time as the trigger reads them. */
export function readEntry(
  definition: ServiceDefinition,
  trigger: TriggerFile,
  entry: unknown,
): { id: string; at: number | null } {
  const sample = definition.samples?.triggers?.[trigger.slug]
  const scope = { ...sampleScope(definition, trigger, sample), answer: entry }
  const id = [trigger.id ?? []].flat().map((each) => toId(readValue(each, scope)))
  return { id: id.join(' '), at: trigger.at === undefined ? null : toTime(readValue(trigger.at, scope)) }
}
