import type Stripe from 'stripe'
import type { Ctx } from '../../context/context.ts'
import type { Billing, Cancel } from '../../contract/billing/billing-overview.ts'
import { AppError } from '../../errors/app-error.ts'
import { asPaymentRefusal } from '../../stripe/stripe-problem.ts'
import { subscriptionEndsAt, lastPaidDay } from '../overview/subscription-end.ts'
import { loadStripeBillingCustomer, type StripeBillingCustomer } from '../customer/billing-customer.ts'
import { undoCancelParams } from './price-change.ts'
import { readBilling } from '../overview/read-billing.ts'
import { syncCustomer } from '../sync/sync-customer.ts'

/**
 * POST /api/billing/cancel: the plan ends with what is paid for, and where nothing is, at once: Stripe then tries the
 * old payment no more. Cancelling again changes nothing. Throws `conflict` where the last day is another one than was
 * shown, and what `loadStripePayer` throws.
 */
export async function cancelPlan(ctx: Ctx, { last_day, reason }: Cancel): Promise<Billing> {
  const payer = await loadStripeBillingCustomer(ctx)
  if (lastPaidDay(payer.held) !== last_day) throw new AppError('conflict')
  const cancellation_details = reason && { feedback: reason }
  return change(ctx, payer, (stripe, id) =>
    last_day === null
      ? stripe.subscriptions.cancel(id, { ...(cancellation_details && { cancellation_details }) })
      : stripe.subscriptions.update(id, {
          cancel_at_period_end: true,
          ...(cancellation_details && { cancellation_details }),
        }),
  )
}

/** POST /api/billing/resume: takes a cancellation back. Throws `conflict` where the plan is over. */
export async function resumePlan(ctx: Ctx): Promise<Billing> {
  const payer = await loadStripeBillingCustomer(ctx)
  if (subscriptionEndsAt(payer.held) === null) return readBilling(ctx)
  return change(ctx, payer, (stripe, id) => stripe.subscriptions.update(id, undoCancelParams(payer.held)))
}

/**
 * Without a key of ours: each call says how things are to be and not what is to be done, so that repeating it does no
 * harm, while a key would give yesterday's answer to today's second thoughts.
 */
async function change(
  ctx: Ctx,
  { subscription_id, customer }: StripeBillingCustomer,
  call: (stripe: Stripe, id: string) => Promise<unknown>,
): Promise<Billing> {
  const stripe = await ctx.stripe()
  try {
    await call(stripe, subscription_id)
    await syncCustomer(ctx, customer)
  } catch (error) {
    throw asPaymentRefusal(error)
  }
  return readBilling(ctx)
}
