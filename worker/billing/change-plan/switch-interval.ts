import { eq } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import type { Billing, BillingInterval, Switch, SwitchPreview } from '../../contract/billing/billing-overview.ts'
import { withPaymentRefusals } from '../../stripe/stripe-problem.ts'
import { changePriceOnce } from './change-once.ts'
import { withPlanLease } from './plan-lease.ts'
import { intervalSwitchPrice } from '../overview/interval-switch-price.ts'
import { loadStripeBillingCustomer, type StripeBillingCustomer } from '../customer/billing-customer.ts'
import {
  previewCost,
  hasPriceAlready,
  requireSameAmount,
  loadPriceChange,
  planChanged,
  requireFreshPreview,
  type PriceChange,
} from './price-change.ts'
import { readBilling } from '../overview/read-billing.ts'
import { taxOnChange } from '../tax/tax-on-change.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { prices } from '../../db/schema/billing.ts'

/** GET /api/billing/switch_preview: what a switch costs now. Throws `conflict` if the plan cannot switch to it. */
export async function previewSwitch(ctx: Ctx, interval: BillingInterval): Promise<SwitchPreview> {
  const billingCustomer = await loadStripeBillingCustomer(ctx)
  return withPaymentRefusals(async () => {
    const change = await want(ctx, billingCustomer, interval)
    if (hasPriceAlready(change)) {
      // Otherwise the reloaded page would offer the same switch again.
      await syncCustomer(ctx, billingCustomer.customer)
      throw planChanged()
    }
    const proration_date = Math.floor(ctx.now() / 1000)
    const { credit, amount_today, balance, next_charge_at, card } = await previewCost(change, proration_date)
    const { amount: price, currency } = change.price
    return { interval, proration_date, currency, price, credit, amount_today, balance, next_charge_at, card }
  })
}

/**
 * POST /api/billing/switch: charges what was shown, or nothing. A repeated call answers the same. Throws `conflict` if
 * the amount has changed, and `card_declined`.
 */
export async function switchInterval(ctx: Ctx, promised: Switch): Promise<Billing> {
  const billingCustomer = await loadStripeBillingCustomer(ctx)
  if (billingCustomer.currentPlan.payment_interval === promised.interval) return readBilling(ctx)
  requireFreshPreview(promised.proration_date, ctx.now())
  await withPaymentRefusals(() => withPlanLease(ctx, billingCustomer, () => switchOnce(ctx, billingCustomer, promised)))
  return readBilling(ctx)
}

async function switchOnce(
  ctx: Ctx,
  billingCustomer: StripeBillingCustomer,
  { interval, proration_date, amount_today }: Switch,
): Promise<void> {
  const change = await want(ctx, billingCustomer, interval)
  if (!hasPriceAlready(change)) {
    await requireSameAmount(change, proration_date, amount_today)
    await changePriceOnce(change, proration_date).catch(async (error: unknown) => {
      // A booked downgrade was taken back, though the switch failed.
      if (change.subscription.schedule) await syncCustomer(ctx, billingCustomer.customer)
      throw error
    })
  }
  await syncCustomer(ctx, billingCustomer.customer)
}

async function want(ctx: Ctx, billingCustomer: StripeBillingCustomer, interval: BillingInterval): Promise<PriceChange> {
  const catalogue = await ctx.db.select().from(prices).where(eq(prices.plan_id, billingCustomer.currentPlan.plan_id))
  const price = intervalSwitchPrice(billingCustomer.currentPlan, catalogue)
  if (price?.interval !== interval) throw planChanged()
  const tax = await taxOnChange(ctx, billingCustomer.customer)
  return loadPriceChange(await ctx.stripe(), billingCustomer, price, tax)
}
