import { eq } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import type { Billing, BillingInterval, Switch, SwitchPreview } from '../../contract/billing/billing-overview.ts'
import { AppError } from '../../errors/app-error.ts'
import { orPaymentRefusal } from '../../stripe/stripe-problem.ts'
import { changePriceOnce } from './change-once.ts'
import { intervalSwitchPrice } from '../overview/interval-switch-price.ts'
import { loadStripeBillingCustomer, type StripeBillingCustomer } from '../customer/billing-customer.ts'
import {
  previewCost,
  hasPriceAlready,
  requireSameAmount,
  loadPriceChange,
  requireFreshPreview,
  type PriceChange,
} from './price-change.ts'
import { readBilling } from '../overview/read-billing.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { prices } from '../../db/schema/billing.ts'

/** GET /api/billing/switch_preview: what a switch costs now. Throws `conflict` where it can not be switched to. */
export async function previewSwitch(ctx: Ctx, interval: BillingInterval): Promise<SwitchPreview> {
  const payer = await loadStripeBillingCustomer(ctx)
  return orPaymentRefusal(async () => {
    const change = await want(ctx, payer, interval)
    if (hasPriceAlready(change)) throw new AppError('conflict')
    const proration_date = Math.floor(ctx.now() / 1000)
    const { credit, amount_today, balance, next_charge_at } = await previewCost(change, proration_date)
    const { amount: price, currency } = change.price
    return { interval, proration_date, currency, price, credit, amount_today, balance, next_charge_at }
  })
}

/**
 * POST /api/billing/switch: what was shown is charged, or nothing at all. A repetition of what has been done answers
 * the same. Throws `conflict` where the amount is another one by now, `card_declined`.
 */
export async function switchInterval(ctx: Ctx, { interval, proration_date, amount_today }: Switch): Promise<Billing> {
  const payer = await loadStripeBillingCustomer(ctx)
  if (payer.held.payment_interval === interval) return readBilling(ctx)
  requireFreshPreview(proration_date, ctx.now())
  await orPaymentRefusal(async () => {
    const change = await want(ctx, payer, interval)
    if (!hasPriceAlready(change)) {
      await requireSameAmount(change, proration_date, amount_today)
      await changePriceOnce(change, proration_date)
    }
    await syncCustomer(ctx, payer.customer)
  })
  return readBilling(ctx)
}

async function want(ctx: Ctx, payer: StripeBillingCustomer, interval: BillingInterval): Promise<PriceChange> {
  const catalogue = await ctx.db.select().from(prices).where(eq(prices.plan_id, payer.held.plan_id))
  const price = intervalSwitchPrice(payer.held, catalogue)
  if (price?.interval !== interval) throw new AppError('conflict')
  return loadPriceChange(await ctx.stripe(), payer, price)
}
