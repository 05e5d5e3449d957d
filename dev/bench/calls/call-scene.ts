import type { RunningStripe } from '../../stand-ins/stripe/start-stripe.ts'
import { sessionToken, type DemoUser, type FilledUser } from '../fill/filled-users.ts'
import type { FilledSite } from './start-filled-site.ts'

/** `at`: the API Worker's own address, unless it is a page's. */
export type Sent = {
  at?: 'pages'
  method?: string
  path: string
  body?: object | string
  headers?: Record<string, string>
}

/** Nobody, a user of the fill, or a person of the demo, who exists at the stand-ins too. */
export type Caller = 'visitor' | FilledUser | DemoUser

/** `send` resolves to the answer's text, and rejects an error. */
export type Scene = {
  stripe: RunningStripe
  send(as: Caller, sent: Sent): Promise<string>
}

/** How long an answer may take, in ms. */
const PATIENCE = 20_000

/** Does what a browser would: cookies, tokens against forgery. */
export function sceneAt({ api, pages, origin, stripe }: FilledSite): Scene {
  const known = new Map<Caller, Record<string, string>>()

  async function headersOf(as: Caller): Promise<Record<string, string>> {
    if (as === 'visitor') return {}
    const cookie = `__Host-session=${sessionToken(as)}`
    const asked = await fetch(`${api}/api/csrf_token`, { headers: { cookie } })
    const { csrf_token } = (await asked.json()) as { csrf_token: string }
    return {
      cookie,
      'x-csrf-token': csrf_token,
      'x-requested-with': 'XMLHttpRequest',
      origin,
      'sec-fetch-site': 'same-origin',
    }
  }

  async function send(as: Caller, { at, method = 'GET', path, body, headers }: Sent): Promise<string> {
    const own = known.get(as) ?? (await headersOf(as))
    known.set(as, own)
    const answer = await fetch((at === 'pages' ? pages : api) + path, {
      method,
      headers: { ...own, 'content-type': 'application/json', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (answer.status >= 300) throw new Error(`${method} ${path} as ${as}: ${answer.status} ${text.slice(0, 300)}`)
    return text
  }

  return { stripe, send }
}
