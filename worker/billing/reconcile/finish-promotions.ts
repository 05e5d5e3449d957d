import { and, asc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { users } from '../../db/schema/accounts.ts'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { isOneOf } from '../../db/schema/columns.ts'
import { OPEN_PROMOTION_STATES, trial_promotions } from '../../db/schema/trial-promotions.ts'
import { subscribe_attempts, subscriptions } from '../../db/schema/billing.ts'
import { log } from '../../system/log/log.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { TRIAL_WILL_END } from '../trial-promotion/promise-check-due.ts'
import type { Repairs } from './repairs.ts'

/** Each takes some 40 statements, and D1 takes 1,000 of an invocation. */
const PROMOTIONS_AT_ONCE = 10
/** Shorter than from one run to the next. */
const AGAIN = 10 * MINUTE

/** Syncs the customers whose promised promotion is due, in case the event of its time was lost. */
export async function finishPromotions(ctx: Ctx, before: number): Promise<Repairs> {
  const open = await openPromotions(ctx, before)
  const due = open.filter(({ is_due }) => is_due)
  const customers = new Set(due.map(({ customer }) => customer ?? ''))
  for (const customer of customers) {
    await syncCustomer(ctx, customer).catch((error: unknown) =>
      log('warn', 'promotion_waits', { customer, message: String(error) }),
    )
  }
  const left = await waitForNext(
    ctx,
    open.map(({ id }) => id),
  )
  return {
    looked: due.length,
    repaired: due.filter(({ id }) => !left.has(id)).length,
    more: open.length === PROMOTIONS_AT_ONCE,
  }
}

const isOpen = isOneOf(trial_promotions.state, OPEN_PROMOTION_STATES)
/** Of the statement's subscription. */
const lastCheck = sql`${subscriptions.trial_end} - ${TRIAL_WILL_END}`

/** Those that the schedule has to look at. `is_due`: something is to be done for them now. */
function openPromotions({ db, now }: DbCtx & ClockCtx, before: number) {
  const { state, checked_at, attempt_id, due_at } = trial_promotions
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
    .limit(PROMOTIONS_AT_ONCE)
}

/**
 * Moves those that are not done behind the others: to the last check, or to the trial's end, where nothing is to be done
 * before. A refused attempt has no first payment. Returns those that are open.
 */
async function waitForNext({ db, now }: DbCtx & ClockCtx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { attempt_id, state, checked_at } = trial_promotions
  const theirs = and(inArray(attempt_id, [...ids]), isOpen)
  const attempt = sql`(select ${subscribe_attempts.state} from ${subscribe_attempts} where ${subscribe_attempts.id} = ${attempt_id})`
  const at = now()
  const next = sql`(select case when ${at} < ${lastCheck} then ${lastCheck} else ${subscriptions.trial_end} end
    from ${subscribe_attempts} join ${subscriptions} on ${subscriptions.stripe_subscription_id} = ${subscribe_attempts.stripe_subscription_id}
    where ${subscribe_attempts.id} = ${attempt_id} and ${checked_at} is not null and ${state} = 'given')`
  const [, left] = await db.batch([
    db
      .update(trial_promotions)
      .set({ state: 'dropped', updated_at: at })
      .where(and(theirs, sql`${attempt} = 'refused'`)),
    db
      .update(trial_promotions)
      .set({ due_at: sql`max(${at + AGAIN}, coalesce(${next}, 0))` })
      .where(theirs)
      .returning({ id: attempt_id }),
  ])
  return new Set(left.map(({ id }) => id))
}
