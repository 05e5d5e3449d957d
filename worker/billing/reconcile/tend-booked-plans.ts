import { and, asc, eq, isNotNull, isNull, notInArray } from 'drizzle-orm'
import { users } from '../../db/schema/accounts.ts'
import type { Ctx } from '../../context/context.ts'
import { log } from '../../log/log.ts'
import type { Repairs } from './repairs.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { subscriptions, ENDED_STATUSES } from '../../db/schema/billing.ts'

const MOST = 20

/** Syncs subscriptions whose schedule plans nothing more: half made by a crash, or done. The sync releases them. */
export async function tendBookedPlans(ctx: Ctx): Promise<Repairs> {
  const rows = await ctx.db
    .select({ customer: users.stripe_customer_id })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.user_id))
    .where(
      and(
        isNotNull(subscriptions.stripe_schedule_id),
        isNull(subscriptions.next_plan),
        notInArray(subscriptions.status, [...ENDED_STATUSES]),
      ),
    )
    .orderBy(asc(subscriptions.updated_at))
    .limit(MOST)
  let repaired = 0
  for (const { customer } of rows) {
    try {
      const synced = await syncCustomer(ctx, customer ?? '')
      repaired += Number(synced.kind === 'written' && synced.changed)
    } catch (error) {
      log('error', 'schedule_not_tended', { customer, message: String(error) })
    }
  }
  return { looked: rows.length, repaired }
}
