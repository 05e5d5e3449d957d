import { ingredientInText } from '../steps/ingredient-name.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import type { FieldDefinition, IngredientDefinition } from '../../services/format/service-definition.ts'
import type { Word } from '../../services/catalog/words/read-words.ts'

/** `from`: the steps whose ingredients a text may use. */
type Said = {
  words: readonly Word[]
  message: readonly Word[]
  from: { trigger: KnownStep | null; queries: readonly KnownStep[] } | null
}

/** How many ingredients a row or a message gets. */
const MOST = 4

/**
 * Fills a step's fields, as far as the sentence or the trigger has values. Empty ones are asked for on the page.
 */
export function fillFields(step: KnownStep, said: Said): Record<string, string> {
  const values = step.fields.flatMap((field) => {
    const value = valueOf(step, field, said)
    return value === null || value === '' ? [] : [[field.slug, value] as const]
  })
  return Object.fromEntries(values)
}

function valueOf(step: KnownStep, field: FieldDefinition, said: Said): string | null {
  const { slug, type, options, default_value = null, required = true } = field
  if (Array.isArray(options)) return chosenOption(options, said.words) ?? default_value
  // Options that only its service can list, and secrets that nobody but the user knows.
  if (options !== undefined || type === 'secret') return null
  switch (type) {
    case 'number':
      return said.words.findLast(({ kind }) => kind === 'number')?.text ?? default_value
    case 'location':
      return placeIn(said.words)
    case 'url':
      return addressIn(said.words) ?? (required ? ofType(said, ['url', 'image_url', 'file_url']) : null)
    case 'text':
    case 'textarea':
      if (/^location$/.test(slug)) return placeIn(said.words)
      if (/^(?:command|handle)$/.test(slug)) return nameOf(said.words, slug === 'command' ? 'command' : 'handle')
      if (step.kind !== 'action') return quotedIn(said.words) ?? default_value
      return required ? (textFor(field, said) ?? default_value) : default_value
    default:
      return default_value
  }
}

function chosenOption(options: readonly { label: string; value: string }[], words: readonly Word[]): string | null {
  const said = new Set(words.map(({ text }) => text.toLowerCase()))
  const text = [...said].join(' ')
  return (
    options.find(({ label, value }) => said.has(value.toLowerCase()) || text.includes(label.toLowerCase()))?.value ??
    null
  )
}

/** "in Oslo". */
function placeIn(words: readonly Word[]): string | null {
  const at = words.findIndex(({ isName }, index) => isName && /^in$/i.test(words[index - 1]?.text ?? ''))
  return words[at]?.text ?? null
}

function addressIn(words: readonly Word[]): string | null {
  const text = words.find(({ kind }) => kind === 'address')?.text
  return text === undefined ? null : /^https?:/.test(text) ? text : `https://${text}`
}

function nameOf(words: readonly Word[], kind: 'command' | 'handle'): string | null {
  return words.find((word) => word.kind === kind)?.text.slice(1) ?? null
}

function quotedIn(words: readonly Word[]): string | null {
  return words.find(({ kind }) => kind === 'quoted')?.text ?? null
}

/** A text of an action: what was said, or what the trigger and the queries report. */
function textFor({ slug }: FieldDefinition, said: Said): string | null {
  if (/name$|^chat$|spreadsheet|number|^label$|^kind$|topic/.test(slug)) return null
  const told =
    quotedIn(said.words) ??
    said.message
      .slice(1)
      .map(({ text }) => text)
      .join(' ')
  if (told !== '') return capital(told)
  const sources = [...(said.from?.trigger ? [said.from.trigger] : []), ...(said.from?.queries ?? [])]
  const found = sources.flatMap((step) =>
    step.ingredients.filter(isTold).map((each) => ingredientInText(step, each.slug)),
  )
  if (slug === 'row') return found.slice(0, MOST).join(' ||| ')
  if (/^(?:title|subject|content|line|item|track)$/.test(slug)) return found[0] ?? null
  return found.slice(0, MOST).join('\n')
}

/** Bodies and pictures say too much for a short text. */
function isTold({ type }: IngredientDefinition): boolean {
  return type !== 'html' && type !== 'image_url' && type !== 'file_url'
}

function ofType({ from }: Said, types: readonly IngredientDefinition['type'][]): string | null {
  for (const step of [...(from?.trigger ? [from.trigger] : []), ...(from?.queries ?? [])]) {
    const found = step.ingredients.find(({ type }) => types.includes(type))
    if (found) return ingredientInText(step, found.slug)
  }
  return null
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
