import { StripeApiError } from '../store/stripe-api-error.ts'
import { before, broken, dropAfter, type Fault, type Faults } from '../control/fault-injection.ts'
import type { ObjectStore } from '../store/object-store.ts'
import { readKey, type Key } from './api-key.ts'
import { checkVersion } from './api-version.ts'
import { parseForm, type RawHash } from './parse-form.ts'
import { checkKeyLength, type Idempotency } from './idempotency.ts'
import { answerText, errorText, respond } from './json-response.ts'

type Parts = { store: ObjectStore; faults: Faults; idempotency: Idempotency }

/** A request; `params` is the form as sent. */
type Asked = { request: Request; path: string; params: string; requestId: string }

/** Validates the request, and returns the work that it asks for. */
type Work = (raw: RawHash, key: Key) => () => unknown
/** `keep`: whether a second request with the same idempotency key gets this response again. */
type Done = { status: number; body: string; keep: boolean }

/** Checks key, faults and idempotency in Stripe's order, then does the work. Throws only dropped connections. */
export async function answerRequest(parts: Parts, asked: Asked, work: Work): Promise<Response> {
  const { request, path, params, requestId } = asked
  try {
    const raw = parseForm(params)
    const key = readKey(request)
    checkVersion(request.headers.get('stripe-version'))
    const idempotencyKey = request.method === 'POST' ? request.headers.get('idempotency-key') : null
    if (idempotencyKey !== null) checkKeyLength(idempotencyKey)
    const fault = parts.faults.take(request.method, path)
    const validate = () => {
      const execute = work(raw, key)
      return () => parts.store.during({ id: requestId, idempotency_key: idempotencyKey }, execute)
    }
    if (idempotencyKey === null) {
      await before(fault)
      const { status, body } = attempt(requestId, fault, validate)
      dropAfter(fault)
      return respond(status, body, { requestId })
    }
    const scope = `${key.kind}:${idempotencyKey}`
    const known = parts.idempotency.before(scope, { path, params })
    if (!known) return await forTheFirstTime(parts, asked, scope, fault, validate)
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
  validate: () => () => unknown,
): Promise<Response> {
  let done: Done | undefined
  idempotency.begin(scope)
  try {
    await before(fault)
    done = attempt(requestId, fault, validate)
  } finally {
    idempotency.end(scope, done?.keep ? { path, params, requestId, status: done.status, body: done.body } : undefined)
  }
  dropAfter(fault)
  return respond(done.status, done.body, { requestId })
}

/**
 * Does not keep a failed validation, so that the same key may try again with better parameters. Keeps every response
 * once the work has begun: Stripe replays its refusals and its 500 for the key.
 */
function attempt(requestId: string, fault: Fault | undefined, validate: () => () => unknown): Done {
  let begun = false
  try {
    const work = validate()
    begun = true
    const body = answerText(work())
    if (fault?.kind !== '500_after_commit') return { status: 200, body, keep: true }
    return { status: 500, body: errorText(broken(), requestId), keep: true }
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error
    return { status: error.status, body: errorText(error, requestId), keep: begun && !isAboutExpansion(error) }
  }
}

/** Stripe knows before the work which fields can be expanded; here, only its result shows it. */
function isAboutExpansion({ details }: StripeApiError): boolean {
  return details.param === 'expand'
}
