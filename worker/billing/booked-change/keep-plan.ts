import type { Ctx } from '../../system/context/context.ts'
import type { StripeBillingCustomer } from '../customer/billing-customer.ts'
import { releaseSchedule } from '../subscription-schedule/release-from-schedule.ts'
import { syncCustomer } from '../sync/sync-customer.ts'

/** Takes back a booked change of plan. Throws what Stripe's client throws. */
export async function keepPlan(
  ctx: Ctx,
  { subscription_id, customer }: Pick<StripeBillingCustomer, 'subscription_id' | 'customer'>,
): Promise<void> {
  const stripe = await ctx.stripe()
  await releaseSchedule(stripe, await stripe.subscriptions.retrieve(subscription_id))
  await syncCustomer(ctx, customer)
}
