import { isSold } from '../../contract/tiers.ts'
import { listPausedBy } from '../../applets/plan-limits/pause-over-limit.ts'
import type { Ctx } from '../../context/context.ts'
import type { DowngradePreview } from '../../contract/billing/downgrade.ts'
import { withPaymentRefusals } from '../../stripe/stripe-problem.ts'
import { loadStripeBillingCustomer } from '../customer/billing-customer.ts'
import { planChanged } from '../change-plan/price-change.ts'
import { firstCharge, loadDowngrade } from './downgrade-change.ts'

/**
 * GET /api/billing/downgrade_preview: what the smaller plan costs from when on, and which Applets it pauses. Throws
 * `conflict` if none can be booked, and what `loadStripeBillingCustomer` throws.
 */
export async function previewDowngrade(ctx: Ctx): Promise<DowngradePreview> {
  const billingCustomer = await loadStripeBillingCustomer(ctx)
  return withPaymentRefusals(async () => {
    const change = await loadDowngrade(ctx, billingCustomer)
    const { tier: plan, interval, currency, amount: price } = change.price
    if (!isSold(plan)) throw planChanged()
    const [{ amount: first_charge, promotions }, pauses] = await Promise.all([
      firstCharge(change),
      listPausedBy(ctx, billingCustomer.actor.id, plan),
    ])
    return { plan, interval, currency, at: change.at, price, first_charge, promotions, pauses }
  })
}
