import { isSold, SOLD_PLANS } from '../../contract/tiers.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { PlanRow, Plans, ViewerPlans } from '../../contract/applets/browse.ts'
import { requireUser } from '../../system/context/require-user.ts'
import { runningCampaign } from '../campaign/running-campaign.ts'
import { activePricesQuery } from './checkout-props.ts'
import { pricesFor, type PriceRow } from './prices.ts'
import { isOnSale, prices } from '../../db/schema/billing.ts'

/**
 * GET /api/plans: what everyone can buy now (§3 Subscription plan), so no student prices, and the running campaign's
 * code.
 */
export async function listPlans(ctx: Ctx): Promise<Plans> {
  const [rows, campaign] = await Promise.all([
    ctx.db
      .select()
      .from(prices)
      .where(and(isOnSale(prices), eq(prices.audience, 'everyone'), inArray(prices.tier, SOLD_PLANS)))
      .orderBy(asc(prices.amount)),
    runningCampaign(ctx),
  ])
  return { plans: toPlanRows(rows), campaign }
}

/** GET /api/plans/viewer: what a student can buy instead, at the prices of checkout; null for everyone else. */
export async function listViewerPlans(ctx: Ctx): Promise<ViewerPlans> {
  const { student } = await requireUser(ctx)
  if (!student) return { plans: null }
  const rows = await activePricesQuery(ctx).orderBy(asc(prices.amount))
  return { plans: toPlanRows(pricesFor(rows, { student, hadLegacy: false })) }
}

function toPlanRows(rows: readonly PriceRow[]): PlanRow[] {
  return rows.flatMap(({ tier, product_id, amount, currency, interval }): PlanRow[] =>
    isSold(tier) ? [{ tier, product_id, amount, currency, interval, plan_id: tier }] : [],
  )
}
