import type {
  FieldDefinition,
  LiveOptions,
  ServiceDefinition,
} from '../../../../worker/services/format/service-definition.ts'
import { namesIn } from '../../../../worker/services/format/template.ts'
import { fitText } from '../fit/fit-text.ts'
import { placesIn, writePlace } from './write-place.ts'

type AskedChoices = { field: FieldDefinition; options: LiveOptions }

/**
 * The choices that one request is for, as the file reads them: the values that samples choose, and two more. Several
 * fields may read lists of their own in one answer, as Airtable's tables and the columns of each.
 */
export function optionsAnswer(definition: ServiceDefinition, asked: readonly AskedChoices[]): unknown {
  const lists = new Map(asked.toReversed().map((each) => [each.options.items ?? '$.options', each]))
  let answer: unknown
  // What holds other lists comes before them.
  for (const [list, each] of [...lists].toSorted(([one], [other]) => one.length - other.length))
    for (const place of filledPlaces(definition, list)) answer = writeChoices(answer, place, definition, each)
  return answer
}

/** A place for each value of the fields that it names. */
function filledPlaces(definition: ServiceDefinition, place: string): string[] {
  const [hole, slug = ''] = /\{\{fields\.([\w-]+)\}\}/.exec(place) ?? []
  if (hole === undefined) return [place]
  return choicesOf(definition, slug).flatMap((value) => filledPlaces(definition, place.replaceAll(hole, value)))
}

function choicesOf(definition: ServiceDefinition, slug: string): string[] {
  const sampled = Object.values(definition.samples ?? {}).flatMap((kind) =>
    Object.values((kind ?? {}) as Record<string, { fields?: Record<string, string> }>).flatMap(
      (sample) => sample?.fields?.[slug] ?? [],
    ),
  )
  return [...new Set([...sampled, 'sample-1', 'sample-2'])].filter((each) => each !== '')
}

function writeChoices(
  before: unknown,
  items: string,
  definition: ServiceDefinition,
  { field, options }: AskedChoices,
): unknown {
  const { value = '$.value', label = '$.label', group } = options
  const values = choicesOf(definition, field.slug)
  const inner = items.replace(/\[\*\]$/, '').replaceAll('[*]', '[0]')
  const entries = values.map((each, index) => {
    const labeled = writeValue({}, label, `${field.label} ${index + 1}`)
    const named = group === undefined || group.startsWith('$1') ? labeled : writeValue(labeled, group, 'A group')
    return writeValue(named, value, each)
  })
  const byName = Object.fromEntries(values.map((each, index) => [each, entries[index]]))
  const answer = writePlace(before, inner, namesIn(value).includes('property') ? byName : entries)
  if (!group?.startsWith('$1') || !items.includes('[*]')) return answer
  const outer = items.slice(0, items.indexOf('[*]'))
  return writePlace(answer, `${outer}[0]${group.slice(2)}`, 'A group')
}

/** Writes a value where a key of the file would read it: at its place, or in the parts of its template. */
function writeValue(entry: unknown, key: string, value: string): unknown {
  if (key.startsWith('$')) return writePlace(entry, key, value)
  const holes = fitText(key, value)?.holes ?? placesIn(key).map((name) => ({ name, value }))
  return holes.reduce<unknown>(
    (made, { name, value: own }) => (/^(?:\$1|property$)/.test(name) ? made : writePlace(made, name, own)),
    entry,
  )
}
