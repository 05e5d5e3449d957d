import { and, asc, eq, getTableColumns, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
import { runNamed } from '../d1-batch.ts'
import { users } from '../schema/accounts.ts'
import { subscribe_attempts, subscriptions } from '../schema/billing.ts'
import { isOneOf } from '../schema/columns.ts'
import { OPEN_PROMOTION_STATES, trial_promotions } from '../schema/trial-promotions.ts'

export type { PromisedCoupon } from '../schema/trial-promotions.ts'
export type TrialPromotion = typeof trial_promotions.$inferSelect
/** The promise of checkout: the amount of the first payment, in cents, and what lowers it. */
export type CheckoutPromise = Pick<TrialPromotion, 'promotion_code' | 'coupon' | 'price' | 'amount'>

/** The statement that stores a promise in the batch that claims its attempt. */
export function promiseStatement(
  { db, now }: DbCtx & ClockCtx,
  attempt: Pick<TrialPromotion, 'attempt_id' | 'user_id'>,
  promise: CheckoutPromise,
) {
  const at = now()
  return db.insert(trial_promotions).values({ ...attempt, ...promise, created_at: at, updated_at: at })
}

/** The user's open promises whose attempts succeeded, each with its subscription's id at Stripe. */
export async function readOpenPromises(
  { db }: DbCtx,
  user_id: string,
): Promise<(TrialPromotion & { subscription: string | null })[]> {
  return db
    .select({ ...getTableColumns(trial_promotions), subscription: subscribe_attempts.stripe_subscription_id })
    .from(trial_promotions)
    .innerJoin(subscribe_attempts, eq(subscribe_attempts.id, trial_promotions.attempt_id))
    .where(
      and(
        eq(trial_promotions.user_id, user_id),
        inArray(trial_promotions.state, [...OPEN_PROMOTION_STATES]),
        eq(subscribe_attempts.state, 'succeeded'),
      ),
    )
}

export async function updatePromise(
  { db, now }: DbCtx & ClockCtx,
  { attempt_id }: TrialPromotion,
  set: Partial<Pick<TrialPromotion, 'state' | 'checked_at' | 'checked_price'>>,
): Promise<void> {
  await db
    .update(trial_promotions)
    .set({ ...set, updated_at: now() })
    .where(eq(trial_promotions.attempt_id, attempt_id))
}

const isOpen = isOneOf(trial_promotions.state, OPEN_PROMOTION_STATES)

/** When the promise of the statement's subscription is compared for the last time: so many ms before its trial ends. */
function lastCheckAt(ms: number) {
  return sql`${subscriptions.trial_end} - ${ms}`
}

type Scheduled = { before: number; last_check: number; most: number }

/**
 * The promises that the schedule has to look at by `before` (ms). `is_due`: something is to be done for them now.
 * `last_check`: ms before the trial's end.
 */
export async function readScheduledPromises(
  { db, now }: DbCtx & ClockCtx,
  { before, last_check, most }: Scheduled,
): Promise<{ id: string; customer: string | null; is_due: boolean }[]> {
  const { state, checked_at, attempt_id, due_at } = trial_promotions
  const lastCheck = lastCheckAt(last_check)
  // Nothing is charged after a canceled trial.
  const isDue = sql`${subscribe_attempts.state} = 'succeeded' and ${isNotNull(users.stripe_customer_id)} and (
    ${subscriptions.status} <> 'trialing' or (
      ${subscriptions.cancel_at_period_end} = 0
      and ${subscriptions.cancel_at} is null
      and (${state} = 'promised' or ${checked_at} is null or (${now()} >= ${lastCheck} and ${checked_at} < ${lastCheck}))))`
  return db
    .select({
      id: attempt_id,
      customer: users.stripe_customer_id,
      is_due: sql`coalesce(${isDue}, 0)`.mapWith(Boolean),
    })
    .from(trial_promotions)
    .innerJoin(subscribe_attempts, eq(subscribe_attempts.id, attempt_id))
    .leftJoin(subscriptions, eq(subscriptions.stripe_subscription_id, subscribe_attempts.stripe_subscription_id))
    .innerJoin(users, eq(users.id, trial_promotions.user_id))
    .where(and(isOpen, lte(due_at, before)))
    .orderBy(asc(due_at))
    .limit(most)
}

/**
 * Moves those that are not done behind the others: to the last check, or to the trial's end, where nothing is to be done
 * before, at least `again` (ms) from now. A refused attempt has no first payment. Returns those that are open.
 */
export async function postponePromises(
  { db, now }: DbCtx & ClockCtx,
  ids: readonly string[],
  { last_check, again }: { last_check: number; again: number },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { attempt_id, state, checked_at } = trial_promotions
  const theirs = and(inArray(attempt_id, [...ids]), isOpen)
  const attempt = sql`(select ${subscribe_attempts.state} from ${subscribe_attempts} where ${subscribe_attempts.id} = ${attempt_id})`
  const at = now()
  const lastCheck = lastCheckAt(last_check)
  const next = sql`(select case when ${at} < ${lastCheck} then ${lastCheck} else ${subscriptions.trial_end} end
    from ${subscribe_attempts} join ${subscriptions} on ${subscriptions.stripe_subscription_id} = ${subscribe_attempts.stripe_subscription_id}
    where ${subscribe_attempts.id} = ${attempt_id} and ${checked_at} is not null and ${state} = 'given')`
  const { left } = await runNamed(db, {
    dropped: db
      .update(trial_promotions)
      .set({ state: 'dropped', updated_at: at })
      .where(and(theirs, sql`${attempt} = 'refused'`)),
    left: db
      .update(trial_promotions)
      .set({ due_at: sql`max(${at + again}, coalesce(${next}, 0))` })
      .where(theirs)
      .returning({ attempt_id }),
  })
  return new Set(left.map((row) => row.attempt_id))
}
