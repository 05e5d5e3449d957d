import type { DraftStep } from '../../../../worker/contract/drafts/draft.ts'
import type { KnownStep } from '../../../../worker/services/catalog/steps/known-step.ts'
import type { FieldDefinition } from '../../../../worker/services/format/service-definition.ts'
import type { ExpectedValues } from '../sentences/sentence.ts'
import { tokensOf } from './spoken-words.ts'

type ComparedValues = {
  /** Words of the values that are not there. */
  missing: string[]
  /** Values that the sentence does not say. */
  unsaid: string[]
}

/** Compares a step's fields with what a sentence says for them. `isClock`: its trigger only tells the time. */
export function compareValues(
  known: KnownStep,
  step: DraftStep,
  { expected, say, isClock }: { expected: ExpectedValues; say: string; isClock: boolean },
): ComparedValues {
  const fields = { ...step.said, ...step.fields }
  const matched = new Set<string>()
  const missing: string[] = []
  const unsaid: string[] = []
  for (const [name, value] of Object.entries(expected)) {
    const accepted = typeof value === 'string' ? [value] : value
    const slug = name.replace(/\?$/, '')
    const places = slug === 'text' ? known.fields.filter(isText).map((field) => field.slug) : [slug]
    const found = places.filter((place) => accepted.some((each) => isSame(literalOf(fields[place] ?? ''), each)))
    for (const place of found) matched.add(place)
    if (found.length === 0 && !name.endsWith('?')) missing.push(accepted[0] ?? '')
    if (name.endsWith('?')) continue
    const isWords = places.some((place) => known.fields.some((field) => field.slug === place && isText(field)))
    const isOnlyDate = places.some((place) => isClock && /\{\{\w+\}\}/.test(fields[place] ?? ''))
    if (isWords && isOnlyDate) unsaid.push(`the date for “${accepted[0]}”`)
  }
  for (const field of known.fields) {
    const value = fields[field.slug] ?? ''
    if (known.service.id === 'schedule' && known.kind === 'trigger') break
    // A service of Home Assistant is a name, never what happened.
    if (field.slug === 'service' && value.includes('{{')) unsaid.push(`${field.slug}=${value}`)
    if (matched.has(field.slug) || literalOf(value) === '' || value === field.default_value) continue
    if (Array.isArray(field.options) && isSaidOption(field, value, say)) continue
    unsaid.push(`${field.slug}=${value}`)
  }
  return { missing, unsaid }
}

function isText({ type, options }: FieldDefinition): boolean {
  return (type === 'text' || type === 'textarea') && options === undefined
}

function isSaidOption({ options }: FieldDefinition, value: string, say: string): boolean {
  const said = new Set(tokensOf(say))
  const label = Array.isArray(options) ? options.find((each) => each.value === value)?.label : undefined
  return tokensOf(`${label ?? ''} ${value}`).some((each) => said.has(each))
}

/** What a value says besides ingredients. */
function literalOf(value: string): string {
  return value
    .replace(/\{\{[^}]*\}\}/g, ' ')
    .replace(/\|\|\|/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** As it was said, but for the first letter, a last period, and what an address may begin and end with. */
function isSame(left: string, right: string): boolean {
  const plain = (text: string) =>
    `${text.charAt(0).toLowerCase()}${text.slice(1)}`
      .replace(/^https?:\/\//, '')
      .replace(/[./]$/, '')
      .trim()
  return plain(left) === plain(right) && left !== ''
}
