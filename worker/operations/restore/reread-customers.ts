import type Stripe from 'stripe'
import { syncCustomer } from '../../billing/sync/sync-customer.ts'
import type { Ctx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'
import { AFTER_RESTORE } from './restore-marks.ts'
import { moveCursor, readCursor, dropCursor } from '../../db/billing/reconcile-cursors.ts'
import { giveCustomer } from '../../db/billing/stripe-customers.ts'

/** Customers of one portion: each takes up to 25 statements of the 1,000 that D1 takes in an invocation. */
const PORTION = 20
const SIDE_BY_SIDE = 5

/**
 * After D1 was restored to an older time: makes it match Stripe again for all of Stripe's customers, the next portion
 * with each call. Returns whether more are left. Does nothing unless the mark stands. A customer who cannot be read is
 * logged and holds up no other.
 */
export async function rereadCustomers(ctx: Ctx): Promise<boolean> {
  const after = await readCursor(ctx, AFTER_RESTORE)
  if (after === null) return false
  const stripe = await ctx.stripe()
  const { data, has_more } = await stripe.customers.list({ limit: PORTION, ...(after && { starting_after: after }) })
  for (let start = 0; start < data.length; start += SIDE_BY_SIDE)
    await Promise.all(data.slice(start, start + SIDE_BY_SIDE).map((customer) => attempt(ctx, stripe, customer)))
  const last = data.at(-1)?.id ?? ''
  log('info', 'customers_reread', { customers: data.length, after: last, more: has_more })
  await (has_more ? moveCursor(ctx, AFTER_RESTORE, last) : dropCursor(ctx, AFTER_RESTORE))
  return has_more
}

async function attempt(ctx: Ctx, stripe: Stripe, customer: Stripe.Customer): Promise<void> {
  try {
    await reread(ctx, stripe, customer)
  } catch (error) {
    log('error', 'customer_not_reread', { customer: customer.id, message: String(error) })
  }
}

async function reread(ctx: Ctx, stripe: Stripe, { id, metadata }: Stripe.Customer): Promise<void> {
  await giveCustomer(ctx, metadata['user_id'] ?? '', id)
  const { kind } = await syncCustomer(ctx, id)
  if (kind !== 'unknown') return
  const { data } = await stripe.subscriptions.list({ customer: id, limit: 1 })
  if (data.length > 0) log('error', 'customer_without_user', { customer: id })
}
