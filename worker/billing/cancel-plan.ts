import type { Ctx } from '../context.ts'
import type { Billing, Cancel } from '../contract/billing-settings.ts'
import { AppError } from '../http/app-error.ts'
import { asRefusal } from '../stripe/problem.ts'
import { endsAt } from './ask-stripe.ts'
import { loadStripePayer, type StripePayer } from './payer.ts'
import { readBilling } from './read-billing.ts'
import { syncCustomer } from './sync-customer.ts'

/**
 * POST /api/billing/cancel: the plan ends with what is paid for. Cancelling again changes nothing. Throws `conflict`
 * where that is another day than the one that was shown, and what `loadStripePayer` throws.
 */
export async function cancelPlan(ctx: Ctx, { ends_at, reason }: Cancel): Promise<Billing> {
  const payer = await loadStripePayer(ctx)
  if (payer.held.current_period_end !== ends_at) throw new AppError('conflict')
  await endAtPeriodEnd(ctx, payer, true, reason)
  return readBilling(ctx)
}

/** POST /api/billing/resume: takes a cancellation back. Throws `conflict` where the plan is over. */
export async function resumePlan(ctx: Ctx): Promise<Billing> {
  const payer = await loadStripePayer(ctx)
  if (endsAt(payer.held) !== null) await endAtPeriodEnd(ctx, payer, false)
  return readBilling(ctx)
}

/**
 * Without a key of ours: it says how things are to be and not what is to be done, so that repeating it does no harm,
 * while a key would give yesterday's answer to today's second thoughts.
 */
async function endAtPeriodEnd(
  ctx: Ctx,
  { subscription_id, customer }: StripePayer,
  end: boolean,
  reason?: Cancel['reason'],
): Promise<void> {
  const stripe = await ctx.stripe()
  try {
    await stripe.subscriptions.update(subscription_id, {
      cancel_at_period_end: end,
      ...(reason && { cancellation_details: { feedback: reason } }),
    })
    await syncCustomer(ctx, customer)
  } catch (error) {
    throw asRefusal(error)
  }
}
