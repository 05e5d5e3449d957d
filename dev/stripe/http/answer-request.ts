import { StripeApiError } from '../store/stripe-api-error.ts'
import { before, broken, dropAfter, type Fault, type Faults } from '../control/fault-injection.ts'
import type { ObjectStore } from '../store/object-store.ts'
import { readKey, type Key } from './api-key.ts'
import { checkVersion } from './api-version.ts'
import { parseForm, type RawHash } from './parse-form.ts'
import type { Idempotency } from './idempotency.ts'
import { answerText, errorText, respond } from './json-response.ts'

type Parts = { store: ObjectStore; faults: Faults; idempotency: Idempotency }

/** A request; `params` is the form as sent. */
type Asked = { request: Request; path: string; params: string; requestId: string }

type Work = (raw: RawHash, key: Key) => unknown
/** `keep`: whether a second request with the same idempotency key gets this response again. */
type Done = { status: number; body: string; keep: boolean }

/** Checks key, faults and idempotency in Stripe's order, then does the work. Throws only dropped connections. */
export async function answerRequest(parts: Parts, asked: Asked, work: Work): Promise<Response> {
  const { request, path, params, requestId } = asked
  try {
    const raw = parseForm(params)
    const key = readKey(request, typeof raw['key'] === 'string' ? raw['key'] : undefined)
    delete raw['key']
    checkVersion(request.headers.get('stripe-version'))
    const idempotencyKey = request.method === 'POST' ? request.headers.get('idempotency-key') : null
    const fault = parts.faults.take(request.method, path)
    const doIt = () => parts.store.during({ id: requestId, idempotency_key: idempotencyKey }, () => work(raw, key))
    if (idempotencyKey === null) {
      await before(fault)
      const { status, body } = attempt(requestId, fault, doIt)
      dropAfter(fault)
      return respond(status, body, { requestId })
    }
    const scope = `${key.kind}:${idempotencyKey}`
    const known = parts.idempotency.before(scope, { path, params })
    if (!known) return await forTheFirstTime(parts, asked, scope, fault, doIt)
    await before(fault)
    dropAfter(fault)
    return respond(known.status, known.body, { requestId: known.requestId, replayed: true })
  } catch (error) {
    if (error instanceof StripeApiError) return respond(error.status, errorText(error, requestId), { requestId })
    throw error
  }
}

/** Reserves the key while the work runs, and stores the response for retries. */
async function forTheFirstTime(
  { idempotency }: Parts,
  { path, params, requestId }: Asked,
  scope: string,
  fault: Fault | undefined,
  doIt: () => unknown,
): Promise<Response> {
  let done: Done | undefined
  idempotency.begin(scope)
  try {
    await before(fault)
    done = attempt(requestId, fault, doIt)
  } finally {
    idempotency.end(scope, done?.keep ? { path, params, requestId, status: done.status, body: done.body } : undefined)
  }
  dropAfter(fault)
  return respond(done.status, done.body, { requestId })
}

/**
 * Does not keep refused parameters, so that the same key may try again with better ones. Keeps failures of work that
 * ran, even a 500 after everything was done: Stripe replays that 500 for the key.
 */
function attempt(requestId: string, fault: Fault | undefined, work: () => unknown): Done {
  try {
    const body = answerText(work())
    if (fault?.kind !== '500_after_commit') return { status: 200, body, keep: true }
    return { status: 500, body: errorText(broken(), requestId), keep: true }
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error
    const keep = error.details.type !== 'invalid_request_error'
    return { status: error.status, body: errorText(error, requestId), keep }
  }
}
