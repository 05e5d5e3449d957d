import { listPausedBy } from '../quota/pause-over-quota.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { BookablePrice, ChangePreview } from '../../contract/billing/booked-change.ts'
import { withPaymentRefusals } from '../stripe/stripe-problem.ts'
import { loadStripeBillingCustomer } from '../customer/billing-customer.ts'
import { firstCharge, loadChange } from './load-change.ts'

/**
 * GET /api/billing/change_preview: what the plan costs from the end of the period or the trial on, and which Applets the
 * change pauses. Throws `conflict` if it cannot be booked, and what `loadStripeBillingCustomer` throws.
 */
export async function previewChange(
  ctx: Ctx,
  wanted: Pick<BookablePrice, 'plan' | 'interval'>,
): Promise<ChangePreview> {
  const billingCustomer = await loadStripeBillingCustomer(ctx)
  return withPaymentRefusals(async () => {
    const change = await loadChange(ctx, billingCustomer, wanted)
    const { tier: plan, interval, currency, amount: price } = change.price
    const [{ amount: first_charge, promotions }, pauses] = await Promise.all([
      firstCharge(ctx, change),
      plan === billingCustomer.currentPlan.tier ? [] : listPausedBy(ctx, billingCustomer.actor.id, plan),
    ])
    return { plan, interval, currency, at: change.at, price, first_charge, promotions, pauses }
  })
}
