import type { Context } from 'hono'
import { OAuthError } from './oauth-error.ts'
import type { SignInSettings } from './provider-settings.ts'

/** The parameters of a request's body. Throws `request` unless they come as the provider takes them. */
export async function readParameters(c: Context, { body = 'form' }: SignInSettings): Promise<URLSearchParams> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/json' && body !== 'form') {
    const sent: unknown = await c.req.json().catch(() => null)
    if (sent === null || typeof sent !== 'object') throw new OAuthError('request', 'body failed validation')
    return new URLSearchParams(Object.entries(sent).map(([name, value]) => [name, String(value)]))
  }
  if (type === 'application/x-www-form-urlencoded' && body !== 'json') return readForm(c)
  throw new OAuthError('request', `Send application/${body === 'json' ? 'json' : 'x-www-form-urlencoded'}`)
}

/** Decoded here: workerd warns of forms that are read as text. */
export async function readForm(c: Context): Promise<URLSearchParams> {
  return new URLSearchParams(new TextDecoder().decode(await c.req.arrayBuffer()))
}

/** A parameter that is sent twice is an error; an empty parameter counts as absent (RFC 6749 §3.1, §3.2). */
export function single(params: URLSearchParams, name: string): string | undefined {
  const values = params.getAll(name)
  if (values.length > 1) throw new OAuthError('request', `${name} is sent more than once`)
  return values[0] === '' ? undefined : values[0]
}

export function requiredParam(params: URLSearchParams, name: string): string {
  const value = single(params, name)
  if (value === undefined) throw new OAuthError('request', `${name} is missing`)
  return value
}

/** Throws `request` for what is none of these and no name of a client, where the provider is that exact. */
export function checkExact(params: URLSearchParams, settings: SignInSettings, names: readonly string[]): void {
  const client = settings.client_auth === 'basic' ? [] : ['client_id', 'client_secret']
  if (settings.is_exact) allowOnly(params, [...names, ...client])
}

/** Throws `request` for a parameter that is not among these. */
export function allowOnly(params: URLSearchParams, names: readonly string[]): void {
  const unknown = [...params.keys()].find((name) => !names.includes(name))
  if (unknown !== undefined) throw new OAuthError('request', `${unknown} is not a parameter of this request`)
}
