import { and, eq, isNull, lte, or } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { AppError } from '../../errors/app-error.ts'
import { log } from '../../log/log.ts'
import type { StripeBillingCustomer } from '../customer/billing-customer.ts'
import { subscriptions } from '../../db/schema/billing.ts'

/** How long a call that died keeps others waiting: longer than a call to Stripe with its repetitions. */
export const PLAN_LEASE = MINUTE
/** After these pauses (ms) an upgrade looks whether the plan is free; nearly all calls take less. */
const PAUSES = [250, 500, 1000, 2000, 4000]

/**
 * Runs `work` while no other call does on this plan: a booking that overtook an upgrade would set its price back. `waits`:
 * for up to eight seconds for another call to end. Throws `attempt_in_flight`.
 */
export async function withPlanLease<T>(
  ctx: Ctx,
  { subscription_id }: Pick<StripeBillingCustomer, 'subscription_id'>,
  work: () => Promise<T>,
  { waits }: { waits: boolean } = { waits: false },
): Promise<T> {
  let until = await takeLease(ctx, subscription_id)
  for (const ms of waits ? PAUSES : []) {
    if (until !== null) break
    await ctx.pause(ms)
    until = await takeLease(ctx, subscription_id)
  }
  if (until === null) throw new AppError('attempt_in_flight')
  try {
    return await work()
  } finally {
    const { changing_until, stripe_subscription_id } = subscriptions
    await ctx.db
      .update(subscriptions)
      .set({ changing_until: null })
      .where(and(eq(stripe_subscription_id, subscription_id), eq(changing_until, until)))
      .catch((error: unknown) => log('warn', 'plan_lease_kept', { message: String(error) }))
  }
}

/** When the lease ends, in ms; null if another call has it. */
async function takeLease({ db, now }: Ctx, subscription_id: string): Promise<number | null> {
  const { changing_until, stripe_subscription_id } = subscriptions
  const begun = now()
  const until = begun + PLAN_LEASE
  const [leased] = await db
    .update(subscriptions)
    .set({ changing_until: until })
    .where(and(eq(stripe_subscription_id, subscription_id), or(isNull(changing_until), lte(changing_until, begun))))
    .returning({ id: subscriptions.id })
  return leased ? until : null
}
