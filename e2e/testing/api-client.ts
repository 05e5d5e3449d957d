import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { createSession } from './journey.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
/** Calls the product's API as one user; throws what it answered unless it answers 2xx. */
export type ApiClient = <Answer>(method: Method, path: string, body?: object) => Promise<Answer>

/** Signs a user in without a browser. */
export async function apiClient(site: Stack, email: string): Promise<ApiClient> {
  const cookie = `__Host-session=${await createSession(site, email)}`
  const token = await fetch(`${site.origin}/api/csrf_token`, { headers: { cookie } })
  const { csrf_token } = (await token.json()) as { csrf_token: string }
  const headers = { cookie, 'x-csrf-token': csrf_token, 'x-requested-with': 'XMLHttpRequest' }
  return async <Answer>(method: Method, path: string, body?: object) => {
    const answer = await fetch(`${site.origin}/api${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    // The caller names what this address answers.
    return JSON.parse(text) as Answer
  }
}
