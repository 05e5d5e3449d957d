import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import type { DeletionOffer } from '../../contract/accounts/account-deletion.ts'
import { isBilledByStripe, storeOf } from '../../contract/billed-by.ts'
import { TIER_NAMES } from '../../contract/tiers.ts'
import { applets } from '../../db/schema/applets.ts'
import { ENDED_STATUSES, subscriptions } from '../../db/schema/billing.ts'
import { sqlList } from '../../db/schema/columns.ts'
import { requireUser } from '../../session/actor.ts'

/** GET /api/account_deletion: what deleting the signed-in account would mean. Throws `not_signed_in` (401). */
export async function readDeletionOffer(ctx: Ctx): Promise<DeletionOffer> {
  const { id, login, email } = await requireUser(ctx)
  const [[published], [plan]] = await ctx.db.batch([
    ctx.db
      .select({ count: count() })
      .from(applets)
      .where(and(eq(applets.author_id, id), isNotNull(applets.published_at), isNull(applets.archived_at))),
    ctx.db
      .select({
        tier: subscriptions.tier,
        status: subscriptions.status,
        billed_by: subscriptions.payment_type,
        interval: subscriptions.payment_interval,
      })
      .from(subscriptions)
      .where(
        and(eq(subscriptions.user_id, id), sql`${subscriptions.status} not in (${sql.raw(sqlList(ENDED_STATUSES))})`),
      ),
  ])
  const paid = plan && isBilledByStripe(plan.billed_by) ? plan : null
  return {
    login,
    email,
    published_applets: published?.count ?? 0,
    store: storeOf(plan?.billed_by),
    plan: paid && { name: TIER_NAMES[paid.tier], refunded: paid.status === 'active' && paid.interval === 'year' },
  }
}
