import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import { DELETION_WAITS, type DeletionOffer } from '../../contract/accounts/account-deletion.ts'
import { isBilledByStripe, storeOf } from '../../contract/billed-by.ts'
import { TIER_NAMES } from '../../contract/tiers.ts'
import { applets } from '../../db/schema/applets.ts'
import { ENDED_STATUSES, subscriptions } from '../../db/schema/billing.ts'
import { sqlList } from '../../db/schema/columns.ts'
import { log } from '../../log/log.ts'
import { requireUser } from '../../session/actor.ts'
import { readDeletionRefund } from './deletion-refund.ts'
import { isPaid } from './plan-of-deletion.ts'

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
        currency: subscriptions.currency,
        payment_interval: subscriptions.payment_interval,
        stripe_subscription_id: subscriptions.stripe_subscription_id,
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
    plan: paid && {
      name: TIER_NAMES[paid.tier],
      ends_now: !isPaid(paid),
      refund: await readRefund(ctx, paid),
    },
  }
}

async function readRefund(
  ctx: Ctx,
  plan: Parameters<typeof readDeletionRefund>[1] & { currency: string },
): Promise<{ amount: number | null; currency: string } | null> {
  const { currency } = plan
  try {
    const amount = await readDeletionRefund(ctx, plan, ctx.now() + DELETION_WAITS)
    return amount > 0 ? { amount, currency } : null
  } catch (error) {
    log('warn', 'stripe_unavailable', { what: 'deletion_refund', message: error instanceof Error ? error.message : '' })
    return { amount: null, currency }
  }
}
