import type { Ctx } from '../../system/context/context.ts'
import type { Subscribe } from '../../contract/billing/checkout.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { sha256 } from '../../system/secrets/hashes.ts'
import { takeAttempt, type StoredRefusal, type SubscribeAttempt } from '../../db/billing/subscribe-attempts.ts'

/** Payloads with the same hash ask for the same subscription. */
export function hashSubscribe({
  plan_id,
  product_id,
  payment_method,
  promo_code,
  trial,
  first_payment_in_cents: first,
  price,
}: Subscribe): Promise<string> {
  const { price_type, price_in_cents, currency } = price
  const parts = [plan_id, product_id, payment_method, promo_code ?? null, trial ?? null]
  return sha256(
    JSON.stringify([...parts, price_type, price_in_cents, currency, ...(first === undefined ? [] : [first])]),
  )
}

export function isOpenAttempt({ state }: SubscribeAttempt): boolean {
  return state === 'claimed' || state === 'awaiting'
}

/**
 * Takes the lease, so that nobody else works on the attempt. Throws `attempt_in_flight` if somebody does. `why`: `try`
 * calls Stripe again; `look` only checks the result.
 */
export async function leaseAttempt(
  ctx: Ctx,
  attempt: SubscribeAttempt,
  why: 'try' | 'look',
): Promise<SubscribeAttempt> {
  const taken = await takeAttempt(ctx, attempt, why)
  if (!taken) throw new AppError('attempt_in_flight')
  return taken
}

export function toRefusal(error: AppError): StoredRefusal {
  const { attribute, data } = error.detail
  return {
    code: error.code,
    message: error.message,
    ...(attribute && { attribute }),
    ...(data !== undefined && { data }),
  }
}

export function refusalError({ refusal }: SubscribeAttempt): AppError {
  return refusal ? new AppError(refusal.code, refusal) : new AppError('payment_failed')
}
