import type { FieldDefinition, HttpRequest, JsonTemplate } from './service-definition.ts'

const PLACEHOLDER = /\{\{\s*(fields|credentials)\.(\w+)(?:\s*\|\s*default:\s*"([^"{}]*)")?\s*\}\}/g
const ONE_PLACEHOLDER = /^\{\{\s*(fields|credentials)\.(\w+)\s*\}\}$/

type Filled =
  | { kind: 'filled'; path: string; headers: Record<string, string>; body: string | null }
  | { kind: 'empty'; label: string }
/** The values that a template may name: the step's fields, and what was pasted to connect the account. */
type Values = { fields: Readonly<Record<string, string>>; credentials: Readonly<Record<string, string>> }
type NamedValue = { source: keyof Values; slug: string }

/** The values that a template names. */
export function namedValues(template: string): NamedValue[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, source, slug = '']) => ({ source: sourceOf(source), slug }))
}

/** Finds texts in braces that would be sent as they are. */
export function strangePlaceholders(template: string): string[] {
  return template.replaceAll(PLACEHOLDER, '').match(/\{\{[^{}]*\}\}/g) ?? []
}

/**
 * Puts the fields' and the account's values into a request. Each value is encoded for its place; what a value contains
 * is never read as a template again. `empty`: a required field came out empty.
 */
export function fillRequest(request: HttpRequest, fields: readonly FieldDefinition[], values: Values): Filled {
  const missing = fields.find(({ slug, required = true }) => required && valueOf(values, 'fields', slug).trim() === '')
  if (missing) return { kind: 'empty', label: missing.label }
  const path = fillPath(request.path, values)
  const query = fillQuery(request.query ?? {}, values)
  const body = request.json === undefined ? null : JSON.stringify(fillJson(request.json, fields, values))
  return { kind: 'filled', path: query ? `${path}?${query}` : path, headers: fillHeaders(request, values), body }
}

function fillHeaders({ headers = {} }: HttpRequest, values: Values): Record<string, string> {
  const filled = Object.entries(headers).map(([name, template]) => [name, fill(template, values, encodeHeader)])
  return Object.fromEntries(filled.filter(([, value]) => value !== ''))
}

/** A header can hold only these characters. */
function encodeHeader(value: string): string {
  return value.toWellFormed().replaceAll(/[^\x20-\x7e]+/g, encodeURIComponent)
}

/** A segment that an empty optional field leaves empty goes with its slash. */
function fillPath(template: string, values: Values): string {
  return template
    .split('/')
    .map((segment) => ({ segment, filled: fill(segment, values, encodeSegment) }))
    .filter(({ segment, filled }, index) => index === 0 || filled !== '' || segment === '')
    .map(({ filled }) => filled)
    .join('/')
}

/** An address knows no spelling of `.` and `..` that stays in its place, so these are escaped twice. */
function encodeSegment(value: string): string {
  const encoded = encodeURIComponent(value.toWellFormed())
  return /^\.{1,2}$/.test(encoded) ? encoded.replaceAll('.', '%252E') : encoded
}

function fillQuery(query: Record<string, string>, values: Values): string {
  const parameters = new URLSearchParams()
  for (const [name, template] of Object.entries(query)) {
    const value = fill(template, values, (text) => text)
    if (value !== '') parameters.set(name, value)
  }
  return parameters.toString()
}

function fillJson(template: JsonTemplate, fields: readonly FieldDefinition[], values: Values): unknown {
  if (typeof template === 'string') return fillText(template, fields, values)
  if (typeof template !== 'object' || template === null) return template
  if (Array.isArray(template)) return template.map((each) => fillJson(each, fields, values))
  const { $split, by, $switch } = template
  if (typeof $split === 'string' && typeof by === 'string') {
    const whole = fill($split, values, (text) => text)
    return whole.split(by).map((part) => part.trim())
  }
  if (typeof $switch === 'string') {
    const chosen = fill($switch, values, (text) => text)
    const choice = chosen !== '$switch' && Object.hasOwn(template, chosen) ? template[chosen] : undefined
    return choice === undefined ? undefined : fillJson(choice, fields, values)
  }
  return Object.fromEntries(
    Object.entries(template).flatMap(([property, each]) => {
      const value = fillJson(each, fields, values)
      return value === undefined ? [] : [[property, value]]
    }),
  )
}

/** A text that is one field alone takes the field's type; undefined where that field is empty. */
function fillText(template: string, fields: readonly FieldDefinition[], values: Values): unknown {
  const [, source, slug] = ONE_PLACEHOLDER.exec(template) ?? []
  if (slug === undefined) return fill(template, values, (text) => text)
  const value = valueOf(values, sourceOf(source), slug)
  if (value === '') return undefined
  const type = source === 'fields' ? fields.find((each) => each.slug === slug)?.type : 'text'
  if (type === 'number') return Number.isFinite(Number(value)) ? Number(value) : value
  return value
}

function fill(template: string, values: Values, encode: (text: string) => string): string {
  return template.replaceAll(PLACEHOLDER, (_, source: string, slug: string, other = '') =>
    encode(valueOf(values, sourceOf(source), slug) || other),
  )
}

function sourceOf(name: string | undefined): keyof Values {
  return name === 'credentials' ? 'credentials' : 'fields'
}

function valueOf(values: Values, source: keyof Values, slug: string): string {
  const named = values[source]
  return Object.hasOwn(named, slug) ? (named[slug] ?? '') : ''
}
