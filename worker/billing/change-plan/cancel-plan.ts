import type Stripe from 'stripe'
import type { Ctx } from '../../system/context/context.ts'
import type { Billing, Cancel } from '../../contract/billing/billing-overview.ts'
import { toPaymentRefusal } from '../stripe/stripe-problem.ts'
import { subscriptionEndsAt, lastPaidDay } from '../overview/subscription-end.ts'
import { loadStripeBillingCustomer, type StripeBillingCustomer } from '../customer/billing-customer.ts'
import { planChanged } from '../customer/plan-changed.ts'
import { undoCancelParams } from './price-change.ts'
import { readBilling } from '../overview/read-billing.ts'
import { releaseSchedule } from '../subscription-schedule/release-from-schedule.ts'
import { recordMetric } from '../../system/metrics/record-metric.ts'
import { syncCustomer } from '../sync/sync-customer.ts'

/**
 * POST /api/billing/cancel: ends the plan after the paid period, or at once if nothing is paid, so that Stripe stops
 * retrying the payment. Canceling again changes nothing. Throws `conflict` if the last day is not the one shown, and
 * what `loadStripeBillingCustomer` throws.
 */
export async function cancelPlan(ctx: Ctx, { last_day, reason }: Cancel): Promise<Billing> {
  const billingCustomer = await loadStripeBillingCustomer(ctx)
  const { currentPlan } = billingCustomer
  if (lastPaidDay(currentPlan) !== last_day) throw planChanged()
  const why = reason && { cancellation_details: { feedback: reason } }
  const billing = await change(ctx, billingCustomer, (stripe, id) =>
    last_day === null
      ? stripe.subscriptions.cancel(id, { ...why })
      : stripe.subscriptions.update(id, { cancel_at_period_end: true, ...why }),
  )
  if (!currentPlan.cancel_at_period_end)
    recordMetric(ctx, 'plan_canceled', { plan: currentPlan.plan_id, interval: currentPlan.payment_interval })
  return billing
}

/** POST /api/billing/resume: undoes a cancellation. Throws `conflict` if the plan has ended. */
export async function resumePlan(ctx: Ctx): Promise<Billing> {
  const billingCustomer = await loadStripeBillingCustomer(ctx)
  if (subscriptionEndsAt(billingCustomer.currentPlan) === null) return readBilling(ctx)
  return change(ctx, billingCustomer, (stripe, id) =>
    stripe.subscriptions.update(id, undoCancelParams(billingCustomer.currentPlan)),
  )
}

/**
 * Sends no idempotency key: the calls set a state, so repeating them is harmless, and a key would replay an old
 * response when the user changes their mind.
 */
async function change(
  ctx: Ctx,
  { currentPlan, subscription_id, customer }: StripeBillingCustomer,
  call: (stripe: Stripe, id: string) => Promise<unknown>,
): Promise<Billing> {
  const stripe = await ctx.stripe()
  try {
    const found = await stripe.subscriptions.retrieve(subscription_id)
    if (hasMovedOn(currentPlan, found)) {
      await syncCustomer(ctx, customer)
      throw planChanged()
    }
    // Stripe refuses to cancel or resume a scheduled subscription.
    await releaseSchedule(stripe, found)
    await call(stripe, subscription_id)
    await syncCustomer(ctx, customer)
  } catch (error) {
    throw toPaymentRefusal(error)
  }
  return readBilling(ctx)
}

/** True if the plan was renewed, paid, not paid or ended at Stripe, and the event that says so is late. */
function hasMovedOn(
  { status, current_period_end }: StripeBillingCustomer['currentPlan'],
  found: Stripe.Subscription,
): boolean {
  return found.status !== status || (found.items.data[0]?.current_period_end ?? 0) * 1000 !== current_period_end
}
