import { FOR_PAGE } from '../../../worker/contract/site.ts'
import type { EdgeEnv } from '../env/edge-env.ts'
import type { EdgeCache } from '../cache/edge-cache.ts'

/** Thrown for a call that the API refused, with its status and body. */
export class ApiRefusal extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(`The API answered ${status}.`)
    this.name = 'ApiRefusal'
    this.status = status
    this.body = body
  }
}

export type ApiFetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

/** Marks a request that a page needs, so that it does not count as an API call (§D3.3). */
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

/** The API over the service binding, with the viewer's cookie and request id. */
export function viewerFetch(env: EdgeEnv, page: Request): ApiFetch {
  return (input, init) => {
    const request = forPage(input, init)
    for (const name of ['cookie', 'user-agent', 'cf-connecting-ip', 'cf-ray', 'accept-language']) {
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
    const stored = await cache.remember(`/data/${version}${pathname}${search}`, async () => {
      const response = await env.API.fetch(request)
      return { status: response.status, body: await response.text(), headers: { 'content-type': 'application/json' } }
    })
    return new Response(stored.body, { status: stored.status, headers: stored.headers })
  }
}

/** The API's public reads without the cache, for pages that are cached themselves (§D3.6). */
export function freshFetch(env: EdgeEnv): ApiFetch {
  return (input, init) => env.API.fetch(forPage(input, init))
}

/** The body of a successful answer, typed by the API. Throws ApiRefusal for any other. */
export async function unwrap<Body>(answer: Promise<Response & { json(): Promise<Body> }>): Promise<Body> {
  const response = await answer
  if (response.ok) return response.json()
  throw new ApiRefusal(response.status, await response.json().catch(() => null))
}
