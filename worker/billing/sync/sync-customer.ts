import { eq, inArray, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { users } from '../../db/schema/accounts.ts'
import { pauseOverLimit } from '../../applets/plan-limits/pause-over-limit.ts'
import type { Ctx } from '../../context/context.ts'
import { log } from '../../log/log.ts'
import { isMissingAtStripe } from '../../stripe/stripe-problem.ts'
import {
  subscriptionFromStripe,
  isOver,
  pickLiveSubscription,
  type StripeSubscriptionRow,
} from './subscription-from-stripe.ts'
import { recordPayment } from './record-payment.ts'
import { saveSnapshot, type SubscriptionSnapshot, type SyncResult } from './save-snapshot.ts'
import { prices, subscriptions } from '../../db/schema/billing.ts'

/** As many subscriptions of one customer as are looked at; each declined attempt leaves one behind. */
const PAGE_SIZE = 100

/**
 * Makes D1 say what Stripe says of a customer (§D5). Order and repetition do not matter: everything is read anew,
 * and of two readings that overlap the one that began later is kept.
 */
export async function syncCustomer(ctx: Ctx, customer: string): Promise<SyncResult> {
  const begun = await takeTicket(ctx, customer)
  if (!begun) return { kind: 'unknown' }
  const found = await readSubscriptions(await ctx.stripe(), customer)
  const told = found.flatMap((subscription) => {
    const facts = subscriptionFromStripe(subscription, begun.catalogue)
    if (!facts) log('warn', 'unknown_product', { subscription: subscription.id })
    return facts ? [{ subscription, facts }] : []
  })
  const live = begun.storeBilled
    ? undefined
    : pickLiveSubscription(told.map((each) => ({ ...each, ...each.subscription })))
  warnOfDoubles(
    begun.user_id,
    told.map(({ facts }) => facts),
    begun.storeBilled,
  )
  const reading = {
    ...begun,
    live: live?.facts ?? null,
    ended: told.map(({ facts }) => facts).filter(isOver),
    seen: found,
  }
  const synced = await saveSnapshot(ctx, reading)
  if (synced.kind === 'written') await afterSync(ctx, reading)
  return synced
}

/** What else depends on it. Asked again each time, so that what a crash kept from happening happens with the next reading. */
async function afterSync(ctx: Ctx, { user_id, live }: SubscriptionSnapshot): Promise<void> {
  await pauseOverLimit(ctx, user_id)
  if (live) await recordPayment(ctx, live.stripe_subscription_id)
}

/** Takes a place in line, and reads what the reading is to be held against: one round trip. */
async function takeTicket({ db }: Ctx, customer: string) {
  const ours = db.select({ id: users.id }).from(users).where(eq(users.stripe_customer_id, customer))
  const [[place], catalogue, held] = await db.batch([
    db
      .update(users)
      .set({ stripe_sync_begun: sql`${users.stripe_sync_begun} + 1` })
      .where(eq(users.stripe_customer_id, customer))
      .returning({ user_id: users.id, ticket: users.stripe_sync_begun }),
    db.select().from(prices).orderBy(prices.id),
    db
      .select({ status: subscriptions.status, payment_type: subscriptions.payment_type })
      .from(subscriptions)
      .where(inArray(subscriptions.user_id, ours)),
  ])
  if (!place) return null
  const storeBilled = held.some((row) => row.payment_type !== 'stripe' && !isOver(row))
  return { ...place, catalogue, storeBilled }
}

/** All of them, over ones included; none of a customer that was deleted at Stripe. */
async function readSubscriptions(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  const expand = ['data.latest_invoice', 'data.pending_setup_intent']
  try {
    return await stripe.subscriptions
      .list({ customer, status: 'all', limit: PAGE_SIZE, expand })
      .autoPagingToArray({ limit: 1000 })
  } catch (error) {
    if (isMissingAtStripe(error)) return []
    throw error
  }
}

/** What can not be: only a person can say which of two payments is the wrong one. */
function warnOfDoubles(user_id: string, told: readonly StripeSubscriptionRow[], storeBilled: boolean): void {
  const paid = told.filter(({ status }) => ['active', 'trialing', 'past_due'].includes(status)).length
  if (paid + Number(storeBilled) > 1) log('error', 'two_subscriptions', { user_id, paid, store_billed: storeBilled })
}
