import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import type { UpgradePlan } from '../../contract/upgrade/upgrade-input.ts'
import { AppError } from '../../errors/app-error.ts'
import { orPaymentRefusal } from '../../stripe/stripe-problem.ts'
import { changePriceOnce } from './change-once.ts'
import { loadBillingCustomer, type StripeBillingCustomer } from '../customer/billing-customer.ts'
import { hasPriceAlready, requireSameAmount, requireFreshPreview } from './price-change.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { prices } from '../../db/schema/billing.ts'
import { loadProPlusChange, requireUpgradable } from './can-upgrade.ts'

/**
 * userSubscriptionUpdate (§4.3, §7): to Pro+ and nowhere else. What was promised is charged or nothing is; without a
 * promise, today's price. Whoever has Pro+ already, by another tab or an answer that was lost, hears so and pays
 * nothing. Throws `invalid_input` (product_id), what `mayUpgrade` refuses, `conflict` (amount_today), `card_declined`,
 * `attempt_in_flight`.
 */
export async function upgradePlan(ctx: Ctx, { product_id, proration_date, amount_today }: UpgradePlan): Promise<void> {
  const payer = await loadBillingCustomer(ctx)
  await refuseOtherProducts(ctx, product_id)
  if (payer.held?.tier === 'pro') return
  const upgrading = requireUpgradable(payer)
  const at = proration_date ?? Math.floor(ctx.now() / 1000)
  requireFreshPreview(at, ctx.now())
  await orPaymentRefusal(() => upgrade(ctx, upgrading, at, amount_today ?? null))
  if ((await loadBillingCustomer(ctx)).held?.tier !== 'pro') throw new AppError('payment_failed')
}

async function upgrade(
  ctx: Ctx,
  payer: StripeBillingCustomer,
  proration_date: number,
  promised: number | null,
): Promise<void> {
  const change = await loadProPlusChange(ctx, payer)
  if (!hasPriceAlready(change)) {
    if (promised !== null) await requireSameAmount(change, proration_date, promised)
    await changePriceOnce(change, proration_date)
  }
  await syncCustomer(ctx, payer.customer)
}

async function refuseOtherProducts({ db }: Ctx, product_id: string): Promise<void> {
  const [ours] = await db
    .select({ id: prices.id })
    .from(prices)
    .where(and(eq(prices.plan_id, 'pro'), eq(prices.product_id, product_id), eq(prices.active, true)))
    .limit(1)
  if (!ours) {
    throw new AppError('invalid_input', { attribute: 'product_id', message: 'Only Pro+ can be upgraded to here.' })
  }
}

/** What a user holds now, as the mutation's answer names it; null for the free tier. */
export async function userSubscriptionResponse(ctx: Ctx): Promise<{ plan_id: string } | null> {
  const { held } = await loadBillingCustomer(ctx)
  return held && { plan_id: held.plan_id }
}
