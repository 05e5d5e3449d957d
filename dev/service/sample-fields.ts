import type { FieldType } from '../../worker/contract/connections/service.ts'
import { fillPattern } from '../../worker/services/format/match-text.ts'
import type { FieldDefinition, Sample } from '../../worker/services/format/service-definition.ts'

const EXAMPLES: Record<FieldType, string> = {
  text: 'text',
  textarea: 'Some text',
  url: 'https://acme.example/page',
  email: 'mona@acme.example',
  number: '7',
  time: '18:30',
  select: 'choice',
  location: '52.52,13.40',
  date: '2026-03-01',
  datetime: '2026-03-01T09:30',
  duration: '1h 30m',
  checkbox: 'choice',
  weekdays: '1,2',
  switch: 'true',
  secret: 'secret',
}

/** Values of a step's fields: those of its sample, else what is filled in at first, else an example of their type. */
export function sampleFields(
  fields: readonly FieldDefinition[],
  { sample, required }: { sample: Sample | undefined; required: boolean },
): Record<string, string> {
  const wanted = fields.filter((field) => !required || (field.required ?? true))
  return Object.fromEntries(wanted.map((field) => [field.slug, sample?.fields?.[field.slug] ?? exampleOf(field)]))
}

function exampleOf({ type, default_value, options, match }: FieldDefinition): string {
  if (default_value !== undefined) return default_value
  if (Array.isArray(options)) return options[0]?.value ?? ''
  const [pattern] = [match?.as ?? []].flat()
  return pattern === undefined ? EXAMPLES[type] : fillPattern(pattern, (name) => name)
}
