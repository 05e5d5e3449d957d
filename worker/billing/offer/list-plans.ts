import { isSold, SOLD_PLANS } from '../../contract/tiers.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import type { PlanRow, Plans } from '../../contract/applets/browse.ts'
import { prices } from '../../db/schema/billing.ts'

/** What everyone can buy now (§3 Subscription plan), so no student prices. */
export async function listPlans({ db }: Ctx): Promise<Plans> {
  const { tier, product_id, amount, currency, interval } = prices
  const rows = await db
    .select({ tier, product_id, amount, currency, interval })
    .from(prices)
    .where(and(eq(prices.active, true), eq(prices.audience, 'everyone'), inArray(tier, SOLD_PLANS)))
    .orderBy(asc(amount))
  return {
    plans: rows.flatMap((row): PlanRow[] => (isSold(row.tier) ? [{ ...row, tier: row.tier, plan_id: row.tier }] : [])),
  }
}
