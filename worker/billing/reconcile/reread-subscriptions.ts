import { asc, eq } from 'drizzle-orm'
import { users } from '../../db/schema/accounts.ts'
import type { Ctx } from '../../system/context/context.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { log } from '../../system/log/log.ts'
import type { Repairs } from './repairs.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { isBookedOut, isLiveAtStripe, subscriptions } from '../../db/schema/billing.ts'

/** Each takes some 40 statements, and D1 takes 1,000 of an invocation. */
const READ_AT_ONCE = 10
/** No subscription stays unread for longer. */
const UNREAD = 7 * DAY

/** Syncs the live subscriptions that were not read for longest, to find changes that no event reported. */
export async function rereadSubscriptions(ctx: Ctx, before: number): Promise<Repairs> {
  const { rows, repaired } = await reread(ctx, isLiveAtStripe(subscriptions))
  const last = rows.at(-1)
  const more = rows.length === READ_AT_ONCE && last !== undefined && last.read_at < before - UNREAD
  return { looked: rows.length, repaired, more }
}

/** Syncs subscriptions whose schedule plans nothing more: half made by a crash, or done. The sync releases them. */
export async function tendBookedPlans(ctx: Ctx): Promise<Repairs> {
  const { rows, repaired } = await reread(ctx, isBookedOut(subscriptions))
  return { looked: rows.length, repaired, more: false }
}

async function reread(ctx: Ctx, which: ReturnType<typeof isBookedOut>) {
  const { id, user_id, read_at } = subscriptions
  const rows = await ctx.db
    .select({ id, read_at, customer: users.stripe_customer_id })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, user_id))
    .where(which)
    .orderBy(asc(read_at))
    .limit(READ_AT_ONCE)
  let repaired = 0
  for (const row of rows) {
    try {
      const synced = await syncCustomer(ctx, row.customer ?? '')
      repaired += Number(synced.kind === 'written' && synced.changed)
    } catch (error) {
      log('error', 'subscription_not_read', { customer: row.customer, message: String(error) })
    }
    // Behind the others, also where Stripe could not be read.
    await ctx.db.update(subscriptions).set({ read_at: ctx.now() }).where(eq(id, row.id))
  }
  return { rows, repaired }
}
