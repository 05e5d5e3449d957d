import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import type { Subscribe } from '../../contract/billing/checkout.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { endLease, takeLease } from '../../db/lease.ts'
import { sha256 } from '../../system/secrets/hashes.ts'
import { OPEN_ATTEMPT_STATES, subscribe_attempts, trial_cards, type StoredRefusal } from '../../db/schema/billing.ts'

export type SubscribeAttempt = typeof subscribe_attempts.$inferSelect

/** Longer than any request that works on an attempt: three Stripe calls with their retries. */
export const LEASE = 60_000

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

/** The attempt with this key and the open attempt, which may be the same: at most two rows. */
export async function attemptsOf({ db }: DbCtx, user_id: string, key: string | null): Promise<SubscribeAttempt[]> {
  const open = inArray(subscribe_attempts.state, [...OPEN_ATTEMPT_STATES])
  return db
    .select()
    .from(subscribe_attempts)
    .where(
      and(eq(subscribe_attempts.user_id, user_id), key ? or(open, eq(subscribe_attempts.idempotency_key, key)) : open),
    )
}

export function isOpenAttempt({ state }: SubscribeAttempt): boolean {
  return state === 'claimed' || state === 'awaiting'
}

/**
 * Takes the lease, so that nobody else works on the attempt. Throws `attempt_in_flight` if somebody does. `why`: `try`
 * calls Stripe again; `look` only checks the result.
 */
export async function leaseAttempt(ctx: Ctx, { id }: SubscribeAttempt, why: 'try' | 'look'): Promise<SubscribeAttempt> {
  const taken = await takeLease(ctx, subscribe_attempts, 'leased_until', {
    ms: LEASE,
    where: eq(subscribe_attempts.id, id),
    ...(why === 'try' && { set: { updated_at: ctx.now() } }),
  })
  if (!taken) throw new AppError('attempt_in_flight')
  return taken
}

/** Lets others work on the attempt. `at` (ms): its place in the schedule's order. */
export function releaseAttempt(ctx: Ctx, attempt: SubscribeAttempt, at = 0): Promise<void> {
  return endLease(ctx, subscribe_attempts, 'leased_until', attempt, { leased_until: at })
}

/** Closes the attempt as refused, and frees its trial for another attempt. */
export async function refuseAttempt(
  { db, now }: DbCtx & ClockCtx,
  { id }: SubscribeAttempt,
  refusal: StoredRefusal,
): Promise<void> {
  await db.batch([
    db
      .update(subscribe_attempts)
      .set({ state: 'refused', refusal, leased_until: 0, updated_at: now() })
      .where(and(eq(subscribe_attempts.id, id), inArray(subscribe_attempts.state, [...OPEN_ATTEMPT_STATES]))),
    db
      .delete(trial_cards)
      .where(
        and(
          eq(trial_cards.attempt_id, id),
          sql`exists (select 1 from ${subscribe_attempts} where ${subscribe_attempts.id} = ${id} and ${subscribe_attempts.state} = 'refused')`,
        ),
      ),
  ])
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
