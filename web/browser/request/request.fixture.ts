import { Hono } from 'hono'
import { expect } from 'vitest'
import type { FailedCall } from '../report/send-error.ts'
import { requestLayer } from './request.ts'
import type { RequestError } from './request-error.ts'

/** For tests: a server and a request layer that talks to it; records requests, reports and evaluated scripts. */
export function requestFixture(build: (app: Hono) => void, ownHosts: readonly string[] = ['localhost']) {
  const listeners = new Set<() => void>()
  const page = {
    hidden: false,
    cutOff: false,
    /** The token request never gets an answer. */
    silent: false,
    /** Whether the user shows that it is them, and how often they were asked. */
    proves: true,
    asked: 0,
    leave: () => {
      page.hidden = true
      for (const listener of listeners) listener()
    },
    listeners,
  }
  const app = new Hono()
  let tokens = 0
  app.get('/api/csrf_token', (c) => c.json({ csrf_token: `token-${++tokens}` }))
  build(app)
  const seen: { request: Request; init: RequestInit }[] = []
  const reports: RequestError[] = []
  const calls: FailedCall[] = []
  const evaluated: string[] = []
  const layer = requestLayer({
    fetch: async (input, init = {}) => {
      if (page.cutOff && input === '/api/csrf_token') throw new TypeError('Failed to fetch')
      if (page.silent && input === '/api/csrf_token') return new Promise<Response>(() => {})
      const request = new Request(`http://localhost${String(input)}`, init)
      seen.push({ request: request.clone(), init })
      const response = await app.fetch(request)
      Object.defineProperty(response, 'url', { value: response.headers.get('x-final-url') ?? request.url })
      return response
    },
    onError: (error, call) => {
      reports.push(error)
      calls.push(call)
    },
    evaluate: (script) => void evaluated.push(script),
    ownHost: (url) => ownHosts.includes(new URL(url).hostname),
    isLeft: () => page.hidden,
    prove: async () => {
      page.asked++
      return page.proves
    },
    whenLeft: (run) => {
      listeners.add(run)
      return () => listeners.delete(run)
    },
  })
  return { layer, seen, reports, calls, evaluated, page }
}

/** For tests: the error that this call rejects with. */
export const fails = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('it did not reject'),
    (error: RequestError) => error,
  )

/** A layer in a page that stays, whose fetch a test gives. */
export function layerWith(given: Pick<RequestOptions, 'fetch'> & Partial<RequestOptions>) {
  return requestLayer({
    onError: () => {},
    evaluate: () => {},
    ownHost: () => true,
    isLeft: () => false,
    prove: async () => false,
    whenLeft: () => () => {},
    ...given,
  })
}
type RequestOptions = Parameters<typeof requestLayer>[0]
