import type {
  FieldDefinition,
  LiveOptions,
  ServiceDefinition,
} from '../../../../worker/services/format/service-definition.ts'
import { namesIn } from '../../../../worker/services/format/template.ts'
import { fitText } from '../fit/fit-text.ts'
import { placesIn, writePlace } from './write-place.ts'

/** A list of choices as the file reads it, or an object that is one: the values that samples choose, and two more. */
export function optionsAnswer(definition: ServiceDefinition, field: FieldDefinition, options: LiveOptions): unknown {
  const { items = '$.options', value = '$.value', label = '$.label', group } = options
  const sampled = Object.values(definition.samples ?? {}).flatMap((kind) =>
    Object.values((kind ?? {}) as Record<string, { fields?: Record<string, string> }>).flatMap(
      (sample) => sample?.fields?.[field.slug] ?? [],
    ),
  )
  const values = [...new Set([...sampled, 'sample-1', 'sample-2'])].filter((each) => each !== '')
  const inner = items.replace(/\[\*\]$/, '').replaceAll('[*]', '[0]')
  const entries = values.map((each, index) => {
    const labeled = writeValue({}, label, `${field.label} ${index + 1}`)
    const named = group === undefined || group.startsWith('$1') ? labeled : writeValue(labeled, group, 'A group')
    return writeValue(named, value, each)
  })
  const byName = Object.fromEntries(values.map((each, index) => [each, entries[index]]))
  const answer = writePlace(undefined, inner, namesIn(value).includes('property') ? byName : entries)
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
