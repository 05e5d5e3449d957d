import type { Ctx } from '../../system/context/context.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { AppError } from '../../system/errors/app-error.ts'
import type { StripeBillingCustomer } from '../customer/billing-customer.ts'
import { releasePlan, takePlan } from '../../db/billing/user-subscriptions.ts'

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
  let leased = await takePlan(ctx, subscription_id, PLAN_LEASE)
  for (const ms of waits ? PAUSES : []) {
    if (leased) break
    await ctx.pause(ms)
    leased = await takePlan(ctx, subscription_id, PLAN_LEASE)
  }
  if (!leased) throw new AppError('attempt_in_flight')
  try {
    return await work()
  } finally {
    await releasePlan(ctx, leased)
  }
}
