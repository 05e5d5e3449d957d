import { isSold } from '../../contract/tiers.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { PlanRow, Plans, ViewerPlans } from '../../contract/applets/browse.ts'
import { requireUser } from '../../system/context/require-user.ts'
import { runningCampaign } from '../campaign/running-campaign.ts'
import { pricesFor } from './prices.ts'
import { type PriceRow, readPricesOnSale } from '../../db/billing/price-catalog.ts'

/**
 * GET /api/plans: what everyone can buy now (§3 Subscription plan), so no student prices, and the running campaign's
 * code.
 */
export async function listPlans(ctx: Ctx): Promise<Plans> {
  const [sold, campaign] = await Promise.all([readPricesOnSale(ctx, { audience: 'everyone' }), runningCampaign(ctx)])
  return { plans: toPlanRows(sold), campaign }
}

/** GET /api/plans/viewer: what a student can buy instead, at the prices of checkout; null for everyone else. */
export async function listViewerPlans(ctx: Ctx): Promise<ViewerPlans> {
  const { student } = await requireUser(ctx)
  if (!student) return { plans: null }
  return { plans: toPlanRows(pricesFor(await readPricesOnSale(ctx), { student, hadLegacy: false })) }
}

/** Cheapest first. */
function toPlanRows(sold: readonly PriceRow[]): PlanRow[] {
  const rows = sold.flatMap(({ tier, product_id, amount, currency, interval }): PlanRow[] =>
    isSold(tier) ? [{ tier, product_id, amount, currency, interval, plan_id: tier }] : [],
  )
  return rows.toSorted((a, b) => a.amount - b.amount)
}
