import type { Context, Hono } from 'hono'
import { invalidRequest, StripeFault } from '../errors.ts'
import { before, broken, dropAfter, type Fault, type Faults } from '../faults.ts'
import type { Store } from '../store.ts'
import { readKey, secretOnly, type Key } from './auth.ts'
import { expand, type Includable } from './expand.ts'
import { parseForm, type Raw, type RawHash } from './form.ts'
import type { Idempotency } from './idempotency.ts'
import { list, readParams, text, type Input, type Shape } from './params.ts'
import { answerText, errorText, respond } from './respond.ts'

export type Api = {
  hono: Hono
  store: Store
  faults: Faults
  idempotency: Idempotency
  includable: Includable
  /** Called for each answer, with what was asked. */
  answered(call: { method: string; path: string; status: number; params: string; request_id: string }): void
}

export type Call = {
  store: Store
  key: Key
  /** A part of the path: `path('id')`. */
  path(name: string): string
  /** The address as asked, for lists. */
  url: string
}

type Options<S extends Shape> = {
  params?: S
  /** Whether a page's publishable key will do, as for payment methods and intents by their client secret. */
  publishable?: boolean
}

/**
 * One call of Stripe's: its parameters, and what it does. The handler is synchronous, so that no two calls mix; what
 * it throws is rendered, what it returns is expanded and shown.
 */
export function route<S extends Shape = Record<never, never>>(
  api: Api,
  method: 'get' | 'post' | 'delete',
  path: string,
  options: Options<S>,
  handler: (input: Input<S>, call: Call) => object,
): void {
  api.hono.on(method.toUpperCase(), path, async (c) => {
    const requestId = api.store.id('req')
    const sent = method === 'get' ? new URL(c.req.url).search.slice(1) : await bodyOf(c)
    const done = await answer(api, c, sent, requestId, (raw, key) => {
      if (key.kind === 'publishable' && !options.publishable) throw secretOnly()
      const paths = expandPaths(raw)
      const input = readParams<S>(options.params ?? noParams<S>(), raw)
      const { pathname } = new URL(c.req.url)
      const result = handler(input, { store: api.store, key, path: (name) => c.req.param(name) ?? '', url: pathname })
      return expand(result, paths, api.store, api.includable)
    })
    const { pathname } = new URL(c.req.url)
    api.answered({ method: c.req.method, path: pathname, status: done.status, params: sent, request_id: requestId })
    return done
  })
}

/** Key, faults, idempotency, then the work: in the order in which Stripe looks. */
async function answer(
  api: Api,
  c: Context,
  sent: string,
  requestId: string,
  work: (raw: RawHash, key: Key) => unknown,
): Promise<Response> {
  const path = new URL(c.req.url).pathname
  const idempotencyKey = c.req.method === 'POST' ? c.req.header('idempotency-key') : undefined
  const raw = parseForm(sent)
  try {
    const key = readKey(c.req.raw, typeof raw['key'] === 'string' ? raw['key'] : undefined)
    delete raw['key']
    const scope = idempotencyKey && `${key.kind}:${idempotencyKey}`
    const fault = api.faults.take(c.req.method, path)
    const known = scope && api.idempotency.before(scope, { path, params: sent })
    if (known) {
      await before(fault)
      dropAfter(fault)
      return respond(known.status, known.body, { requestId: known.requestId, replayed: true })
    }
    const origin = { id: requestId, idempotency_key: idempotencyKey ?? null }
    let done: Done | undefined
    if (scope) api.idempotency.begin(scope)
    try {
      await before(fault)
      done = instead(
        fault,
        requestId,
        attempt(requestId, () => api.store.during(origin, () => work(raw, key))),
      )
    } finally {
      if (scope) api.idempotency.end(scope, done?.keep ? { path, params: sent, requestId, ...done } : undefined)
    }
    dropAfter(fault)
    return respond(done.status, done.body, { requestId })
  } catch (error) {
    if (error instanceof StripeFault) return respond(error.status, errorText(error, requestId), { requestId })
    throw error
  }
}

/** `keep`: whether a second request with the same idempotency key gets this answer again. */
type Done = { status: number; body: string; keep: boolean }

/** Refused parameters are not kept: the same key may try again with better ones. What ran and failed is. */
function attempt(requestId: string, work: () => unknown): Done {
  try {
    return { status: 200, body: answerText(work()), keep: true }
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error
    const keep = error.details.type !== 'invalid_request_error'
    return { status: error.status, body: errorText(error, requestId), keep }
  }
}

/** A 500 after everything was done: Stripe gives the same 500 to whoever asks again with that key. */
function instead(fault: Fault | undefined, requestId: string, done: Done): Done {
  return fault?.kind === '500_after_commit' ? { status: 500, body: errorText(broken(), requestId), keep: true } : done
}

async function bodyOf(c: Context): Promise<string> {
  // Not text(): workerd warns of text in a form.
  const body = new TextDecoder().decode(await c.req.arrayBuffer())
  // DELETE may carry its parameters in the query.
  return body === '' ? new URL(c.req.url).search.slice(1) : body
}

function expandPaths(raw: RawHash): string[] {
  const value: Raw | undefined = raw['expand']
  delete raw['expand']
  if (value === undefined || value === '') return []
  return list(text).read(value, ['expand'])
}

/** A call without parameters. */
function noParams<S extends Shape>(): S {
  return {} as S
}

/** Every address that no route knows. */
export function unknownUrl(c: Context): Response {
  const { pathname } = new URL(c.req.url)
  const message = `Unrecognized request URL (${c.req.method}: ${pathname}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`
  const fault = invalidRequest(message, { status: 404 })
  return respond(404, errorText(fault, ''), { requestId: '' })
}
