import { and, asc, eq, gt, isNotNull, notInArray } from 'drizzle-orm'
import { users } from '../../db/schema/accounts.ts'
import type { Ctx } from '../../context/context.ts'
import { moveCursor, readCursor } from './reconcile-cursor.ts'
import type { Repairs } from './repairs.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { subscriptions, ENDED_STATUSES } from '../../db/schema/billing.ts'

const CURSOR = 'subscriptions'
const MOST = 25

/** Syncs the next batch of customers with a live subscription, to find changes that no event reported. */
export async function rereadSubscriptions(ctx: Ctx): Promise<Repairs> {
  const after = (await readCursor(ctx, CURSOR)) ?? ''
  const rows = await ctx.db
    .select({ id: subscriptions.id, customer: users.stripe_customer_id })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.user_id))
    .where(
      and(
        gt(subscriptions.id, after),
        eq(subscriptions.payment_type, 'stripe'),
        notInArray(subscriptions.status, [...ENDED_STATUSES]),
        isNotNull(users.stripe_customer_id),
      ),
    )
    .orderBy(asc(subscriptions.id))
    .limit(MOST)
  let repaired = 0
  for (const { id, customer } of rows) {
    const synced = await syncCustomer(ctx, customer ?? '').catch(async (error: unknown) => {
      // The next run starts after the unreadable subscription, and reaches it again on the next round.
      await moveCursor(ctx, CURSOR, id)
      throw error
    })
    repaired += Number(synced.kind === 'written' && synced.changed)
  }
  // After the last subscription, the next run starts over.
  await moveCursor(ctx, CURSOR, rows.length < MOST ? '' : (rows.at(-1)?.id ?? ''))
  return { looked: rows.length, repaired }
}
