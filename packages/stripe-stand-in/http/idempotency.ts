import { StripeApiError } from '../store/stripe-api-error.ts'
import type { Answered, EmulatorState } from '../store/stripe-objects.ts'
import { DAY_SECONDS } from '../engine/amounts/seconds.ts'

/** Stripe's rules for Idempotency-Key: the first kept response is replayed for a day, for the same request only. */
export function createIdempotency(state: EmulatorState, now: () => number) {
  const inFlight = new Set<string>()

  /** The stored response, if any. Throws if the key is in use or belongs to another request. */
  function before(key: string, request: { path: string; params: string }): Answered | undefined {
    if (inFlight.has(key)) throw inUse(key)
    const known = state.answers[key]
    if (!known || known.at < now() - DAY_SECONDS * 1000) return undefined
    if (known.path !== request.path) throw mismatch(key, otherPath(known.path, request.path))
    if (known.params !== request.params) throw mismatch(key, 'the same parameters they were first used with')
    return known
  }

  return {
    before,
    begin: (key: string) => void inFlight.add(key),
    end: (key: string, answer?: Omit<Answered, 'at'>) => {
      inFlight.delete(key)
      if (answer) state.answers[key] = { ...answer, at: now() }
    },
  }
}

export type Idempotency = ReturnType<typeof createIdempotency>

/** 400 for an empty or too long key. */
export function checkKeyLength(key: string): void {
  if (key.length >= 1 && key.length <= 255) return
  const message = `Idempotent key length is ${key.length} characters long, which is outside accepted lengths. Idempotent Keys must be 1-255 characters long. If you're looking for a decent generator, try using a UUID defined by IETF RFC 4122.`
  throw new StripeApiError(400, { type: 'idempotency_error', message })
}

function inUse(key: string) {
  const message = `There is currently another in-progress request using this Stripe idempotent key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`
  return new StripeApiError(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message })
}

function mismatch(key: string, what: string) {
  const message = `Keys for idempotent requests can only be used with ${what}. Try using a key other than '${key}' if you meant to execute a different request.`
  return new StripeApiError(400, { type: 'idempotency_error', message })
}

function otherPath(first: string, second: string): string {
  return `the same endpoint they were first used for ('${first}' vs '${second}')`
}
