import type { FieldDefinition, HttpRequest, JsonTemplate } from './service-definition.ts'

const PLACEHOLDER = /\{\{\s*fields\.(\w+)(?:\s*\|\s*default:\s*"([^"{}]*)")?\s*\}\}/g
const ONE_PLACEHOLDER = /^\{\{\s*fields\.(\w+)\s*\}\}$/

type Filled = { kind: 'filled'; path: string; body: string | null } | { kind: 'empty'; label: string }
type Values = Record<string, string>

/** The slugs of the fields that a template names. */
export function namedFields(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, slug]) => slug ?? '')
}

/**
 * Puts the fields' values into a request. Each value is encoded for its place; what a value contains is never read as a
 * template again. `empty`: a required field came out empty.
 */
export function fillRequest(request: HttpRequest, fields: readonly FieldDefinition[], values: Values): Filled {
  const missing = fields.find(({ slug, required = true }) => required && valueOf(values, slug).trim() === '')
  if (missing) return { kind: 'empty', label: missing.label }
  const path = fillPath(request.path, values)
  const query = fillQuery(request.query ?? {}, values)
  const body = request.json === undefined ? null : JSON.stringify(fillJson(request.json, fields, values))
  return { kind: 'filled', path: query ? `${path}?${query}` : path, body }
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
    return Object.hasOwn(template, chosen) ? template[chosen] : undefined
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
  const slug = ONE_PLACEHOLDER.exec(template)?.[1]
  if (slug === undefined) return fill(template, values, (text) => text)
  const value = valueOf(values, slug)
  if (value === '') return undefined
  const type = fields.find((each) => each.slug === slug)?.type
  if (type === 'number') return Number.isFinite(Number(value)) ? Number(value) : value
  return value
}

function fill(template: string, values: Values, encode: (text: string) => string): string {
  return template.replaceAll(PLACEHOLDER, (_, slug: string, other = '') => encode(valueOf(values, slug) || other))
}

function valueOf(values: Values, slug: string): string {
  return Object.hasOwn(values, slug) ? (values[slug] ?? '') : ''
}
