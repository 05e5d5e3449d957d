import type { Context, Hono } from 'hono'
import { invalidRequest } from '../store/stripe-api-error.ts'
import type { Faults } from '../control/fault-injection.ts'
import type { ObjectStore } from '../store/object-store.ts'
import { answerRequest } from './answer-request.ts'
import { secretOnly, type Key } from './api-key.ts'
import { checkDepth, expand, type Includable } from './expand.ts'
import type { Raw, RawHash } from './parse-form.ts'
import type { Idempotency } from './idempotency.ts'
import { list, readParams, text, type Input, type Shape } from './params.ts'
import { errorText, respond } from './json-response.ts'

export type Api = {
  hono: Hono
  store: ObjectStore
  faults: Faults
  idempotency: Idempotency
  includable: Includable
  /** Called for each response, with the request. */
  answered(call: { method: string; path: string; status: number; params: string; request_id: string }): void
}

export type Call = {
  store: ObjectStore
  key: Key
  /** A path parameter: `path('id')`. */
  path(name: string): string
  /** The requested URL, for lists. */
  url: string
}

type Options<S extends Shape> = {
  params?: S
  /** Whether a publishable key is enough, as for payment methods and intents by client secret. */
  publishable?: boolean
}

/**
 * One API route: its parameters and its handler. The handler is synchronous, so that calls never interleave; what it
 * throws is rendered, and what it returns is expanded and sent.
 */
export function route<S extends Shape = Record<never, never>>(
  api: Api,
  method: 'get' | 'post' | 'delete',
  path: string,
  options: Options<S>,
  handler: (input: Input<S>, call: Call) => object,
): void {
  api.hono.on(method.toUpperCase(), path, async (c) => {
    const { pathname, search } = new URL(c.req.url)
    const params = method === 'get' ? search.slice(1) : await bodyOf(c)
    const asked = { request: c.req.raw, path: pathname, params, requestId: api.store.id('req') }
    const record = (status: number) =>
      api.answered({ method: c.req.method, path: pathname, status, params, request_id: asked.requestId })
    try {
      const given = await answerRequest(api, asked, (raw, key) => {
        if (key.kind === 'publishable' && !options.publishable) throw secretOnly()
        const paths = expandPaths(raw)
        const input = readParams<S>(options.params ?? noParams<S>(), raw)
        const call: Call = { store: api.store, key, path: (name) => c.req.param(name) ?? '', url: pathname }
        return () => expanded(api, paths, () => handler(input, call))
      })
      record(given.status)
      return given
    } catch (error) {
      record(0)
      throw error
    }
  })
}

/** An impossible expansion is refused before the work; a refusal by the work may leave traces. */
function expanded(api: Api, paths: string[], work: () => object): unknown {
  let refusal: unknown
  const shown = api.store.atomically(() => {
    let result: object
    try {
      result = work()
    } catch (error) {
      refusal = error
      return undefined
    }
    return expand(result, paths, api.store, api.includable)
  })
  if (refusal !== undefined) throw refusal
  return shown
}

async function bodyOf(c: Context): Promise<string> {
  // Not text(): workerd warns about reading a form as text.
  const body = new TextDecoder().decode(await c.req.arrayBuffer())
  // DELETE may send its parameters in the query.
  return body === '' ? new URL(c.req.url).search.slice(1) : body
}

function expandPaths(raw: RawHash): string[] {
  const value: Raw | undefined = raw['expand']
  delete raw['expand']
  if (value === undefined || value === '') return []
  const paths = list(text).read(value, ['expand'])
  checkDepth(paths)
  return paths
}

/** A call without parameters. */
function noParams<S extends Shape>(): S {
  return {} as S
}

/** 404 for every unknown address. */
export function unknownUrl(c: Context): Response {
  const { pathname } = new URL(c.req.url)
  const message = `Unrecognized request URL (${c.req.method}: ${pathname}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`
  const fault = invalidRequest(message, { status: 404 })
  return respond(404, errorText(fault, ''), { requestId: '' })
}
