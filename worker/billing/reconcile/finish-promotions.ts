import type { Ctx } from '../../system/context/context.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { log } from '../../system/log/log.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { TRIAL_WILL_END } from '../trial-promotion/promise-check-due.ts'
import type { Repairs } from './repairs.ts'
import { readScheduledPromises, postponePromises } from '../../db/billing/promised-promotions.ts'

/** Each takes some 40 statements, and D1 takes 1,000 of an invocation. */
const PROMOTIONS_AT_ONCE = 10
/** Shorter than from one run to the next. */
const AGAIN = 10 * MINUTE

/** Syncs the customers whose promised promotion is due, in case the event of its time was lost. */
export async function finishPromotions(ctx: Ctx, before: number): Promise<Repairs> {
  const open = await readScheduledPromises(ctx, { before, last_check: TRIAL_WILL_END, most: PROMOTIONS_AT_ONCE })
  const due = open.filter(({ is_due }) => is_due)
  const customers = new Set(due.map(({ customer }) => customer ?? ''))
  for (const customer of customers) {
    await syncCustomer(ctx, customer).catch((error: unknown) =>
      log('warn', 'promotion_waits', { customer, message: String(error) }),
    )
  }
  const ids = open.map(({ id }) => id)
  const left = await postponePromises(ctx, ids, { last_check: TRIAL_WILL_END, again: AGAIN })
  return {
    looked: due.length,
    repaired: due.filter(({ id }) => !left.has(id)).length,
    more: open.length === PROMOTIONS_AT_ONCE,
  }
}
