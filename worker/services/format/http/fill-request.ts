import { fillForm, fillJson } from './fill-body.ts'
import type { FieldDefinition, RequestFile } from '../service-definition.ts'
import { fill, type Scope } from '../template.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
type Method = (typeof METHODS)[number]

type Filled = { method: string; address: string; headers: Record<string, string>; body: string | null }

/** A request's method with its address, as the file has them; null where it has none or several. */
export function methodOf(request: RequestFile): { method: Method; address: string } | null {
  const [found, ...others] = METHODS.flatMap((method) => {
    const address = request[method]
    return address === undefined ? [] : { method, address }
  })
  return found && others.length === 0 ? found : null
}

/**
 * Puts the values into a request. Each is encoded for its place; what a value contains is never read as a template
 * again. `fields`: those whose values are numbers in JSON. Throws `NotJson` for a text that is to be JSON and is not.
 */
export function fillRequest(request: RequestFile, fields: readonly FieldDefinition[], scope: Scope): Filled {
  const { method, address } = methodOf(request) ?? { method: 'get', address: '' }
  const whole = /^\{\{credentials\.\w+\}\}$/.test(address) ? fill(address, scope) : fillPath(address, scope)
  const { query, json, form } = request
  const body = form ? fillForm(form, scope) : json === undefined ? null : jsonText(json, fields, scope)
  return {
    method: method.toUpperCase(),
    address: withQuery(whole, fillQuery(query ?? {}, fields, scope)),
    headers: { ...contentType(request), ...fillHeaders(request, scope) },
    body,
  }
}

/** The body itself stays when nothing is left of it. */
function jsonText(json: NonNullable<RequestFile['json']>, fields: readonly FieldDefinition[], scope: Scope): string {
  return JSON.stringify(fillJson(json, fields, scope) ?? (Array.isArray(json) ? [] : {}))
}

function contentType({ form, json }: RequestFile): Record<string, string> {
  if (form) return { 'content-type': 'application/x-www-form-urlencoded' }
  return json === undefined ? {} : { 'content-type': 'application/json' }
}

/** A service's file may spell a header as it likes; each is sent once. */
function fillHeaders({ headers = {}, basic }: RequestFile, scope: Scope): Record<string, string> {
  const filled = Object.entries(headers).map(([name, template]) => [
    name.toLowerCase(),
    fill(template, scope, encodeHeader),
  ])
  const named = Object.fromEntries(filled.filter(([, value]) => value !== ''))
  return basic === undefined ? named : { authorization: `Basic ${toBase64(fill(basic, scope))}`, ...named }
}

function toBase64(text: string): string {
  return Buffer.from(text.toWellFormed()).toString('base64')
}

/** A header can hold only these characters. */
function encodeHeader(value: string): string {
  return value.toWellFormed().replaceAll(/[^\x20-\x7e]+/g, encodeURIComponent)
}

/** A segment that an empty optional field leaves empty goes with its slash. */
function fillPath(template: string, scope: Scope): string {
  return template
    .split('/')
    .map((segment) => ({ segment, filled: fill(segment, scope, encodeSegment) }))
    .filter(({ segment, filled }, index) => index === 0 || filled !== '' || segment === '')
    .map(({ filled }) => filled)
    .join('/')
}

/** An address knows no spelling of `.` and `..` that stays in its place, so these are escaped twice. */
function encodeSegment(value: string): string {
  const encoded = encodeURIComponent(value.toWellFormed())
  return /^\.{1,2}$/.test(encoded) ? encoded.replaceAll('.', '%252E') : encoded
}

function fillQuery(
  query: NonNullable<RequestFile['query']>,
  fields: readonly FieldDefinition[],
  scope: Scope,
): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, template] of Object.entries(query)) {
    const value = typeof template === 'string' ? fill(template, scope) : fillJson(template, fields, scope)
    if (typeof value === 'string' && value !== '') parameters.set(name, value)
  }
  return parameters
}

/** What is pasted may have parameters of its own; ours take the place of those of the same name. */
function withQuery(address: string, parameters: URLSearchParams): string {
  if (parameters.size === 0) return address
  const [place = '', ...written] = address.split('?')
  const all = new URLSearchParams(written.join('?'))
  for (const [name, value] of parameters) all.set(name, value)
  return `${place}?${all}`
}
