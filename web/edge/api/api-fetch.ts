import { FOR_PAGE } from '../../../worker/contract/site.ts'
import { readTogether, type ApiFetch } from './page-calls.ts'
import type { EdgeEnv } from '../env/edge-env.ts'
import { dataKey } from '../cache/cache-key.ts'
import type { EdgeCache } from '../cache/edge-cache.ts'

/** Thrown for a call that the API refused, with its status, its body and the seconds to wait, if it says so. */
export class ApiRefusal extends Error {
  readonly status: number
  readonly body: unknown
  readonly retryAfter: string | null

  constructor(status: number, body: unknown, retryAfter: string | null = null) {
    super(`The API answered ${status}.`)
    this.name = 'ApiRefusal'
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** Marks a request that a page needs, so that it does not count as an API call. */
function forPage(input: RequestInfo | URL, init?: RequestInit): Request {
  const request = new Request(input, init)
  request.headers.set(FOR_PAGE, '1')
  return request
}

/** Removes that mark from a call from outside, so that only our pages can set it. */
export function fromOutside(request: Request): Request {
  if (!request.headers.has(FOR_PAGE)) return request
  const headers = new Headers(request.headers)
  headers.delete(FOR_PAGE)
  return new Request(request, { headers })
}

/** The API over the service binding, with the viewer's cookie and request id. A page's reads at once are one call. */
export function viewerFetch(env: EdgeEnv, page: Request): ApiFetch {
  return readTogether(asViewer(env, page, forPage))
}

/** The same for reads that cost so much that each counts as a call of the one who asks. */
export function countedFetch(env: EdgeEnv, page: Request): ApiFetch {
  return asViewer(env, page, (input, init) => new Request(input, init))
}

/** The last two say from where the viewer came (worker/system/http/page-origin.ts). */
const OF_VIEWER = ['cookie', 'user-agent', 'cf-connecting-ip', 'cf-ray', 'accept-language', 'sec-fetch-site', 'referer']

function asViewer(env: EdgeEnv, page: Request, requestOf: typeof forPage): ApiFetch {
  return (input, init) => {
    const request = requestOf(input, init)
    for (const name of OF_VIEWER) {
      const value = page.headers.get(name)
      if (value) request.headers.set(name, value)
    }
    return env.API.fetch(request)
  }
}

/** The API's public reads: without a cookie, from the edge cache. */
export function publicFetch(env: EdgeEnv, cache: EdgeCache, version: string): ApiFetch {
  return async (input, init) => {
    const request = forPage(input, init)
    const { pathname, search } = new URL(request.url)
    const stored = await cache.remember(dataKey(version, pathname, search), async () => {
      const response = await env.API.fetch(request)
      return { status: response.status, body: await response.text(), headers: { 'content-type': 'application/json' } }
    })
    return new Response(stored.body, { status: stored.status, headers: stored.headers })
  }
}

/** The API's public reads without the cache, for pages that are cached themselves. */
export function freshFetch(env: EdgeEnv): ApiFetch {
  return (input, init) => env.API.fetch(forPage(input, init))
}

/** The body of a successful answer, typed by the API. Throws ApiRefusal for any other. */
export async function unwrap<Body>(answer: Promise<Response & { json(): Promise<Body> }>): Promise<Body> {
  const response = await answer
  if (response.ok) return response.json()
  const body: unknown = await response.json().catch(() => null)
  throw new ApiRefusal(response.status, body, response.headers.get('retry-after'))
}
