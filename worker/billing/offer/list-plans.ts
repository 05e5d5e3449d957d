import { and, asc, eq, ne } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import type { PlanRow, Plans } from '../../contract/applets/browse.ts'
import { prices } from '../../db/schema/billing.ts'

/** What everyone can buy now (§3 Subscription plan); student prices are for students. */
export async function listPlans({ db }: Ctx): Promise<Plans> {
  const { tier, product_id, amount, currency, interval } = prices
  const rows = await db
    .select({ tier, product_id, amount, currency, interval })
    .from(prices)
    .where(and(eq(prices.active, true), eq(prices.audience, 'everyone'), ne(tier, 'legacy_pro')))
    .orderBy(asc(amount))
  return {
    plans: rows.flatMap((row): PlanRow[] =>
      row.tier === 'legacy_pro' ? [] : [{ ...row, tier: row.tier, plan_id: row.tier }],
    ),
  }
}
