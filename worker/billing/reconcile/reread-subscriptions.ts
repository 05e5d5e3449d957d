import type { Ctx } from '../../system/context/context.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { log } from '../../system/log/log.ts'
import type { Repairs } from './repairs.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { markRead, readToReread, type ToReread } from '../../db/billing/user-subscriptions.ts'

/** Each takes some 40 statements, and D1 takes 1,000 of an invocation. */
const READ_AT_ONCE = 10
/** No subscription stays unread for longer. */
const UNREAD = 7 * DAY

/** Syncs the live subscriptions that were not read for longest, to find changes that no event reported. */
export async function rereadSubscriptions(ctx: Ctx, before: number): Promise<Repairs> {
  const { rows, repaired } = await reread(ctx, 'live')
  const last = rows.at(-1)
  const more = rows.length === READ_AT_ONCE && last !== undefined && last.read_at < before - UNREAD
  return { looked: rows.length, repaired, more }
}

/** Syncs subscriptions whose schedule plans nothing more: half made by a crash, or done. The sync releases them. */
export async function tendBookedPlans(ctx: Ctx): Promise<Repairs> {
  const { rows, repaired } = await reread(ctx, 'booked_out')
  return { looked: rows.length, repaired, more: false }
}

async function reread(ctx: Ctx, which: ToReread) {
  const rows = await readToReread(ctx, which, READ_AT_ONCE)
  let repaired = 0
  for (const row of rows) {
    try {
      const synced = await syncCustomer(ctx, row.customer ?? '')
      repaired += Number(synced.kind === 'written' && synced.changed)
    } catch (error) {
      log('error', 'subscription_not_read', { customer: row.customer, message: String(error) })
    }
    // Behind the others, also where Stripe could not be read.
    await markRead(ctx, row.id)
  }
  return { rows, repaired }
}
