import { eq } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import type { Billing, BillingInterval, Switch, SwitchPreview } from '../../contract/billing/billing-overview.ts'
import { AppError } from '../../errors/app-error.ts'
import { orRefusal } from '../../stripe/stripe-problem.ts'
import { changeOnce } from './change-once.ts'
import { otherPrice } from '../overview/interval-switch-price.ts'
import { loadStripePayer, type StripePayer } from '../customer/billing-customer.ts'
import { costOf, isDone, keepPromise, loadChange, stillHolds, type PriceChange } from './price-change.ts'
import { readBilling } from '../overview/read-billing.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { plans } from '../../db/schema/billing.ts'

/** GET /api/billing/switch_preview: what a switch costs now. Throws `conflict` where it can not be switched to. */
export async function previewSwitch(ctx: Ctx, interval: BillingInterval): Promise<SwitchPreview> {
  const payer = await loadStripePayer(ctx)
  return orRefusal(async () => {
    const change = await want(ctx, payer, interval)
    if (isDone(change)) throw new AppError('conflict')
    const proration_date = Math.floor(ctx.now() / 1000)
    const { credit, amount_today, balance, next_charge_at } = await costOf(change, proration_date)
    const { amount: price, currency } = change.price
    return { interval, proration_date, currency, price, credit, amount_today, balance, next_charge_at }
  })
}

/**
 * POST /api/billing/switch: what was shown is charged, or nothing at all. A repetition of what has been done answers
 * the same. Throws `conflict` where the amount is another one by now, `card_declined`.
 */
export async function switchInterval(ctx: Ctx, { interval, proration_date, amount_today }: Switch): Promise<Billing> {
  const payer = await loadStripePayer(ctx)
  if (payer.held.payment_interval === interval) return readBilling(ctx)
  stillHolds(proration_date, ctx.now())
  await orRefusal(async () => {
    const change = await want(ctx, payer, interval)
    if (!isDone(change)) {
      await keepPromise(change, proration_date, amount_today)
      await changeOnce(change, proration_date)
    }
    await syncCustomer(ctx, payer.customer)
  })
  return readBilling(ctx)
}

async function want(ctx: Ctx, payer: StripePayer, interval: BillingInterval): Promise<PriceChange> {
  const catalogue = await ctx.db.select().from(plans).where(eq(plans.plan_id, payer.held.plan_id))
  const price = otherPrice(payer.held, catalogue)
  if (price?.interval !== interval) throw new AppError('conflict')
  return loadChange(await ctx.stripe(), payer, price)
}
