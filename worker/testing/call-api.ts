import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { api } from '../app/api.ts'
import { type Env, settingsOf } from '../system/context/env.ts'
import { sha256, keyedHash } from '../system/secrets/hashes.ts'

type Init = {
  /** The session cookie's value, from `signIn`; without it the caller is a visitor. */
  session?: string
  body?: unknown
  headers?: Record<string, string>
  /** Other bindings and settings than the tests' own. */
  bindings?: Env
}

/** Tests call faster than users do, so only limit-calls.workerd.test.ts counts calls. */
const uncounted = { limit: async () => ({ success: true }) }
export const quick: Env = { ...env, CALLS: uncounted, CALLS_PRO: uncounted, CALLS_PRO_PLUS: uncounted }

const ORIGIN = 'http://localhost:8788'

/** Calls the API as our own pages do, with cookies, CSRF token and headers. Headers set to '' are left out. */
export async function call(
  method: string,
  path: string,
  { session, body, headers = {}, bindings = quick }: Init = {},
): Promise<Response> {
  const visitor = 'visitor-cookie'
  const bound = session ? `session:${await sha256(session)}` : `visitor:${visitor}`
  const all: Record<string, string> = {
    'sec-fetch-site': 'same-origin',
    cookie: session ? `__Host-session=${session}` : `__Host-csrf=${visitor}`,
    ...(method !== 'GET' && {
      'x-requested-with': 'XMLHttpRequest',
      'x-csrf-token': await keyedHash(settingsOf(env), `csrf:${bound}`),
      origin: ORIGIN,
    }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  }
  const kept = Object.entries(all).filter(([, value]) => value !== '')
  const payload = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  const context = createExecutionContext()
  const request = new Request(ORIGIN + path, {
    method,
    headers: kept,
    redirect: 'manual',
    ...(payload !== undefined && { body: payload }),
  })
  const response = await api.fetch(request, bindings, context)
  await waitOnExecutionContext(context)
  return response
}
