import { parseText, type TextPart } from '../../contract/ingredients/parse-text.ts'
import type { AccountHook } from '../../engine/steps/service-steps.ts'
import { PLACE, readEntries, readPlace, toIngredient } from './answer-place.ts'
import { applyFilter, filterProblem } from './template-filters.ts'

/** The values that the templates of a file may name, each where it is known. */
export type Scope = {
  /** The step's fields and what was pasted; the parts of a value that has `match` stand at `slug.part`. */
  fields: Readonly<Record<string, string>>
  credentials: Readonly<Record<string, string>>
  /** What code made for the request. */
  values?: Readonly<Record<string, string>> | undefined
  timezone: string
  /** ms */
  now: number
  /** The key of the effect. */
  key?: string | null
  /** The cursor of the page. */
  next?: string | null
  /** The newest item's time (ISO 8601) and id, as the poll before left them. */
  since?: string | null
  last_id?: string | null
  /** What `keep` named in the answer before. */
  kept?: string | null
  /** Where the service sends that there is something new, with a secret; and what it called that. */
  hook?: AccountHook
  followed?: string | null
  /** An entry of what is sent as a list. */
  item?: string
  /** `$`: the item, or the whole answer; `$1`: what is around an item. */
  answer?: unknown
  around?: unknown
  /** The item's name where an object is the list. */
  property?: string
}

/** Values that stand alone, by their names in templates. */
const SINGLE = ['key', 'next', 'since', 'last_id', 'kept', 'now', 'item', 'followed', 'property'] as const
const HOOK = /^hook\.(address|secret)$/
const NAMED = /^(fields|credentials|values)\.(\w+)(?:\.(\w+))?$/

function isName(name: string): boolean {
  return NAMED.test(name) || HOOK.test(name) || SINGLE.some((each) => each === name) || PLACE.test(name)
}

const MOST_KNOWN = 5000
const known = new Map<string, TextPart[]>()

/** The parts of a template. Files are few, so what has been read stays. */
function partsOf(template: string): TextPart[] {
  const before = known.get(template)
  if (before) return before
  const parts = parseText(template, isName)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(template, parts)
  return parts
}

/** A template with its values, each encoded for its place. What a value contains is never read as a template again. */
export function fill(template: string, scope: Scope, encode: (text: string) => string = (text) => text): string {
  if (!template.includes('{{')) return template
  return partsOf(template)
    .map((part) => (part.kind === 'ingredient' ? encode(filled(part, scope)) : part.text))
    .join('')
}

type Placeholder = Extract<TextPart, { kind: 'ingredient' }>

function filled({ name, filters }: Placeholder, scope: Scope): string {
  return filters.reduce(
    (text, { name: filter, args }) => {
      const values = args.map((arg) => (isValueName(arg) ? namedText(arg, scope) : arg))
      return applyFilter(filter, text, values, scope.timezone) ?? text
    },
    namedText(name, scope),
  )
}

/** Whether an argument of a filter names a value, as in `default: $.id` and `plus: fields.length`. */
function isValueName(argument: string): boolean {
  return NAMED.test(argument) || (/^\$1?[.[]/.test(argument) && PLACE.test(argument))
}

function namedText(name: string, scope: Scope): string {
  const value = toIngredient(namedValue(name, scope))
  return value === null ? '' : String(value)
}

function namedValue(name: string, scope: Scope): unknown {
  const [, source, slug = '', part] = NAMED.exec(name) ?? []
  if (source === 'fields' || source === 'credentials' || source === 'values') {
    const key = part === undefined ? slug : `${slug}.${part}`
    const values = scope[source] ?? {}
    return Object.hasOwn(values, key) ? values[key] : ''
  }
  if (name.startsWith('$')) return placedValue(name, scope)
  if (HOOK.test(name)) return name === 'hook.address' ? scope.hook?.address : scope.hook?.secret
  if (name === 'now') return new Date(scope.now).toISOString()
  const single = SINGLE.find((each) => each === name)
  return single === undefined ? '' : scope[single]
}

/** The value at a place of the scope's answer; several values of a list become one text. */
function placedValue(place: string, scope: Scope): unknown {
  const [root, at] = place.startsWith('$1') ? [scope.around, `$${place.slice(2)}`] : [scope.answer, place]
  const filling = (template: string) => fill(template, scope)
  const value = readPlace(root, at, filling)
  if (!Array.isArray(value) || !place.includes('[*]')) return value
  return readEntries(root, at, filling) === null ? undefined : value.map(toIngredient).join(', ')
}

/** What a key of a file names: the value at a place, with its type, or a text that is filled in. */
export function readValue(value: string, scope: Scope): unknown {
  return value.startsWith('$') && PLACE.test(value) ? placedValue(value, scope) : fill(value, scope)
}

/**
 * The one placeholder that the template is, if it is no more than that. `always`: it has a filter that names what to
 * send instead of nothing.
 */
export function onePlaceholder(template: string): { name: string; plain: boolean; always: boolean } | null {
  const [part, ...others] = template.includes('{{') ? partsOf(template) : []
  if (part?.kind !== 'ingredient' || others.length > 0) return null
  const always = part.filters.some(({ name }) => name === 'default')
  return { name: part.name, plain: part.filters.length === 0, always }
}

/** What a template names: `fields.box`, `credentials.key`, `$.id`, `next` … */
export function namesIn(template: string): string[] {
  return partsOf(template).flatMap((part) =>
    part.kind === 'ingredient'
      ? [part.name, ...part.filters.flatMap(({ args }) => args.filter((arg) => isValueName(arg)))]
      : [],
  )
}

/** Texts in braces that would be sent as they are, and filters that there are not. */
export function strangePlaceholders(template: string): string[] {
  return partsOf(template).flatMap((part) => {
    switch (part.kind) {
      case 'text':
        return []
      case 'broken':
        return part.text.includes('}}') ? [`cannot fill in ${part.text}`] : []
      case 'ingredient':
        return part.filters.flatMap(({ name, args }) => filterProblem(name, args) ?? [])
    }
  })
}
