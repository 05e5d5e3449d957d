import { and, eq, isNull } from 'drizzle-orm'
import type Stripe from 'stripe'
import { dropCursor, moveCursor, readCursor } from '../billing/reconcile/reconcile-cursor.ts'
import { syncCustomer } from '../billing/sync/sync-customer.ts'
import type { Ctx } from '../context/context.ts'
import { users } from '../db/schema/accounts.ts'
import { log } from '../log/log.ts'
import { AFTER_RESTORE } from './restore-marks.ts'

/** How long one minute's job goes on, in ms. */
const TIME = 40_000
/** Customers under way together: about 40 requests a second, of the 100 that Stripe takes. */
const SIDE_BY_SIDE = 5
const PAGE = 100

/**
 * After D1 was restored to an older time: makes it match Stripe again for all of Stripe's customers, the next portion
 * with each call. Does nothing unless the mark stands. A customer who cannot be read is logged and holds up no other.
 */
export async function rereadCustomers(ctx: Ctx): Promise<void> {
  const began = ctx.now()
  let after = await readCursor(ctx, AFTER_RESTORE)
  if (after === null) return
  const stripe = await ctx.stripe()
  while (ctx.now() - began < TIME) {
    const page = await stripe.customers.list({ limit: PAGE, ...(after !== '' && { starting_after: after }) })
    for (let start = 0; start < page.data.length; start += SIDE_BY_SIDE)
      await Promise.all(page.data.slice(start, start + SIDE_BY_SIDE).map((customer) => attempt(ctx, stripe, customer)))
    after = page.data.at(-1)?.id ?? ''
    log('info', 'customers_reread', { customers: page.data.length, after, more: page.has_more })
    if (!page.has_more) return dropCursor(ctx, AFTER_RESTORE)
    await moveCursor(ctx, AFTER_RESTORE, after)
  }
}

async function attempt(ctx: Ctx, stripe: Stripe, customer: Stripe.Customer): Promise<void> {
  try {
    await reread(ctx, stripe, customer)
  } catch (error) {
    log('error', 'customer_not_reread', { customer: customer.id, message: String(error) })
  }
}

async function reread(ctx: Ctx, stripe: Stripe, { id, metadata }: Stripe.Customer): Promise<void> {
  const of = and(eq(users.id, metadata['user_id'] ?? ''), isNull(users.stripe_customer_id))
  await ctx.db.update(users).set({ stripe_customer_id: id }).where(of)
  const { kind } = await syncCustomer(ctx, id)
  if (kind !== 'unknown') return
  const { data } = await stripe.subscriptions.list({ customer: id, limit: 1 })
  if (data.length > 0) log('error', 'customer_without_user', { customer: id })
}
