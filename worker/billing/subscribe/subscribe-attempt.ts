import { and, eq, inArray, lte, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import type { Subscribe } from '../../contract/billing/checkout.ts'
import { AppError } from '../../errors/app-error.ts'
import { sha256 } from '../../secrets/hashes.ts'
import { OPEN, operations, trial_cards, type Refusal } from '../../db/schema/billing.ts'

export type SubscribeAttempt = typeof operations.$inferSelect

/** Longer than any request that works on an operation: three calls to Stripe with their repetitions. */
export const LEASE = 60_000

/** Two payloads with one hash ask for the same. */
export function hashSubscribe({
  plan_id,
  product_id,
  payment_method,
  promo_code,
  trial,
  price,
}: Subscribe): Promise<string> {
  const { price_type, price_in_cents, currency } = price
  const parts = [plan_id, product_id, payment_method, promo_code ?? null, trial ?? null]
  return sha256(JSON.stringify([...parts, price_type, price_in_cents, currency]))
}

/** The operation of this key, and the one that is open, which may be the same: at most two rows. */
export async function attemptsOf({ db }: Ctx, user_id: string, key: string | null): Promise<SubscribeAttempt[]> {
  const open = inArray(operations.state, [...OPEN])
  return db
    .select()
    .from(operations)
    .where(and(eq(operations.user_id, user_id), key ? or(open, eq(operations.idempotency_key, key)) : open))
}

export function isOpenAttempt({ state }: SubscribeAttempt): boolean {
  return state === 'claimed' || state === 'awaiting'
}

/**
 * From here on nobody else works on it. Throws `attempt_in_flight` where somebody does. `why`: another try, from which
 * on Stripe may be at it again, or only to see what became of it.
 */
export async function leaseAttempt(
  { db, now }: Ctx,
  { id }: SubscribeAttempt,
  why: 'try' | 'look',
): Promise<SubscribeAttempt> {
  const [taken] = await db
    .update(operations)
    .set({ leased_until: now() + LEASE, ...(why === 'try' && { updated_at: now() }) })
    .where(and(eq(operations.id, id), lte(operations.leased_until, now())))
    .returning()
  if (!taken) throw new AppError('attempt_in_flight')
  return taken
}

/** Somebody else may go on with it. `at`, ms: its place in the schedule's line. */
export async function releaseAttempt({ db }: Ctx, { id }: SubscribeAttempt, at = 0): Promise<void> {
  await db.update(operations).set({ leased_until: at }).where(eq(operations.id, id))
}

/** Nothing came of it, and its trial, if it had one, may be had by another attempt. */
export async function refuseAttempt({ db, now }: Ctx, { id }: SubscribeAttempt, refusal: Refusal): Promise<void> {
  await db.batch([
    db
      .update(operations)
      .set({ state: 'refused', refusal, leased_until: 0, updated_at: now() })
      .where(and(eq(operations.id, id), inArray(operations.state, [...OPEN]))),
    db
      .delete(trial_cards)
      .where(
        and(
          eq(trial_cards.operation_id, id),
          sql`exists (select 1 from ${operations} where ${operations.id} = ${id} and ${operations.state} = 'refused')`,
        ),
      ),
  ])
}

export function toRefusal(error: AppError): Refusal {
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
