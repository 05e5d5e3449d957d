import { and, asc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { users } from '../../db/schema/accounts.ts'
import type { Ctx } from '../../context/context.ts'
import { OPEN_PROMOTION_STATES, trial_promotions } from '../../db/schema/trial-promotions.ts'
import { subscribe_attempts, subscriptions } from '../../db/schema/billing.ts'
import { log } from '../../log/log.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { TRIAL_WILL_END } from '../trial-promotion/promise-check-due.ts'
import type { Repairs } from './repairs.ts'

const MOST = 20

/** Syncs the customers whose promised promotion is due, in case the event of its time was lost. */
export async function finishPromotions(ctx: Ctx): Promise<Repairs> {
  const due = await duePromotions(ctx)
  const customers = new Set(due.map(({ customer }) => customer ?? ''))
  for (const customer of customers) {
    await syncCustomer(ctx, customer).catch((error: unknown) =>
      log('warn', 'promotion_waits', { customer, message: String(error) }),
    )
  }
  const ids = due.map(({ id }) => id)
  // Those that are not done come last in the next run, so that they do not delay others.
  const left = await ctx.db
    .update(trial_promotions)
    .set({ updated_at: ctx.now() })
    .where(and(inArray(trial_promotions.attempt_id, ids), isOpen()))
    .returning({ id: trial_promotions.attempt_id })
  return { looked: due.length, repaired: due.length - left.length }
}

function isOpen() {
  return inArray(trial_promotions.state, [...OPEN_PROMOTION_STATES])
}

async function duePromotions({ db, now }: Ctx) {
  const { state, checked_at, attempt_id, updated_at } = trial_promotions
  const last = sql`${subscriptions.trial_end} - ${TRIAL_WILL_END}`
  return db
    .select({ id: attempt_id, customer: users.stripe_customer_id })
    .from(trial_promotions)
    .innerJoin(subscribe_attempts, eq(subscribe_attempts.id, attempt_id))
    .innerJoin(subscriptions, eq(subscriptions.stripe_subscription_id, subscribe_attempts.stripe_subscription_id))
    .innerJoin(users, eq(users.id, trial_promotions.user_id))
    .where(
      and(
        isOpen(),
        eq(subscribe_attempts.state, 'succeeded'),
        isNotNull(users.stripe_customer_id),
        or(
          ne(subscriptions.status, 'trialing'),
          and(
            // Nothing is charged after a canceled trial.
            eq(subscriptions.cancel_at_period_end, false),
            isNull(subscriptions.cancel_at),
            or(eq(state, 'promised'), isNull(checked_at), and(sql`${now()} >= ${last}`, lt(checked_at, last))),
          ),
        ),
      ),
    )
    .orderBy(asc(updated_at))
    .limit(MOST)
}
