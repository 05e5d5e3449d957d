import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../../system/context/context.ts'
import { DELETION_WAITS, type DeletionMoney, type DeletionOffer } from '../../../contract/accounts/account-deletion.ts'
import { isBilledByStripe, storeOf } from '../../../contract/billed-by.ts'
import { TIER_NAMES } from '../../../contract/tiers.ts'
import { users } from '../../../db/schema/accounts.ts'
import { applets } from '../../../db/schema/applets.ts'
import { ENDED_STATUSES, subscriptions } from '../../../db/schema/billing.ts'
import { sqlList } from '../../../db/schema/columns.ts'
import { log } from '../../../system/log/log.ts'
import { requireUser } from '../../../system/context/require-user.ts'
import { readDeletionMoney } from './deletion-money.ts'
import { isPaid } from '../../../billing/customer/billing-customer.ts'

/** GET /api/account_deletion: what deleting the signed-in account would mean. Throws `not_signed_in` (401). */
export async function readDeletionOffer(ctx: Ctx): Promise<DeletionOffer> {
  const { id, login, email } = await requireUser(ctx)
  const [[published], [payer], [plan]] = await ctx.db.batch([
    ctx.db
      .select({ count: count() })
      .from(applets)
      .where(and(eq(applets.author_id, id), isNotNull(applets.published_at), isNull(applets.archived_at))),
    ctx.db.select({ customer: users.stripe_customer_id }).from(users).where(eq(users.id, id)),
    ctx.db
      .select()
      .from(subscriptions)
      .where(
        and(eq(subscriptions.user_id, id), sql`${subscriptions.status} not in (${sql.raw(sqlList(ENDED_STATUSES))})`),
      ),
  ])
  const paid = plan && isBilledByStripe(plan.payment_type) ? plan : null
  return {
    login,
    email,
    published_applets: published?.count ?? 0,
    store: storeOf(plan?.payment_type),
    plan: paid && {
      name: TIER_NAMES[paid.tier],
      ends_now: !isPaid(paid),
      current_period_end: paid.current_period_end,
    },
    ...(await readMoney(ctx, payer?.customer ?? null, paid)),
  }
}

async function readMoney(ctx: Ctx, ...payer: [string | null, typeof subscriptions.$inferSelect | null]) {
  try {
    return await readDeletionMoney(ctx, ...payer, ctx.now() + DELETION_WAITS)
  } catch (error) {
    log('warn', 'stripe_unavailable', { what: 'deletion_money', message: error instanceof Error ? error.message : '' })
    return { next_charge: null, time_left: false, credit: 'unknown' } satisfies DeletionMoney
  }
}
