import { and, asc, eq, ne } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import type { PlanRow, Plans } from '../../contract/applets/browse.ts'
import { plans } from '../../db/schema/billing.ts'

/** What everyone can buy now (§3 Subscription plan); student prices are for students. */
export async function listPlans({ db }: Ctx): Promise<Plans> {
  const { tier, product_id, amount, currency, interval } = plans
  const rows = await db
    .select({ tier, product_id, amount, currency, interval })
    .from(plans)
    .where(and(eq(plans.active, true), eq(plans.audience, 'everyone'), ne(tier, 'legacy_pro')))
    .orderBy(asc(amount))
  return {
    plans: rows.flatMap((row): PlanRow[] =>
      row.tier === 'legacy_pro' ? [] : [{ ...row, tier: row.tier, plan_id: row.tier }],
    ),
  }
}
