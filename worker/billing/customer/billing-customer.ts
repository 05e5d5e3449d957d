import { desc, eq } from 'drizzle-orm'
import { actorQuery, sessionUser, toActor } from '../../session/actor.ts'
import type { ActorUser, Ctx } from '../../context/context.ts'
import { isMobileStore, storeBilled } from '../../contract/billing/store-billed.ts'
import { AppError } from '../../errors/app-error.ts'
import { entitlingSubscription } from '../../entitlements/entitlement-rules.ts'
import { subscriptions } from '../../db/schema/billing.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect

/** Whoever asks about their plan. */
export type BillingCustomer = {
  actor: ActorUser
  /** What they hold or owe for; null for the free tier. */
  held: SubscriptionRow | null
  customer: string | null
}

/** A plan that Stripe bills and that still can be changed. */
export type StripeBillingCustomer = BillingCustomer & {
  held: SubscriptionRow
  customer: string
  subscription_id: string
}

/** In one round trip. Throws `not_signed_in`. */
export async function loadBillingCustomer(ctx: Ctx): Promise<BillingCustomer> {
  const { db, sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const now = ctx.now()
  const [rows, plans] = await db.batch([
    actorQuery(db, sessionHash, now),
    db
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.user_id, sessionUser(db, sessionHash)))
      .orderBy(desc(subscriptions.created_at)),
  ])
  const actor = toActor(rows, now)
  const [first] = rows
  if (!actor || !first) throw new AppError('not_signed_in')
  const held = entitlingSubscription(plans, now) ?? plans.find(({ status }) => isOwed(status)) ?? null
  return { actor, held, customer: first.user.stripe_customer_id }
}

/** It grants nothing now, but a payment would revive it. */
function isOwed(status: SubscriptionRow['status']): boolean {
  return status === 'past_due' || status === 'unpaid' || status === 'paused'
}

/** What somebody is told whose plan a mobile store bills; who has Pro, word for word (§6). */
export function storeRefusal({ tier, payment_type }: Pick<SubscriptionRow, 'tier' | 'payment_type'>): AppError {
  const told = tier === 'intermediate_pro' && isMobileStore(payment_type)
  return new AppError('store_billed', told ? { message: storeBilled(payment_type) } : {})
}

/** Throws `store_billed` where a mobile store bills it, `conflict` where there is nothing to change: the page is out of date. */
export async function loadStripeBillingCustomer(ctx: Ctx): Promise<StripeBillingCustomer> {
  const payer = await loadBillingCustomer(ctx)
  if (payer.held && payer.held.payment_type !== 'stripe') throw new AppError('store_billed')
  const found = asStripeBillingCustomer(payer)
  if (!found) throw new AppError('conflict')
  return found
}

/** Null where Stripe bills nothing that could be changed. */
export function asStripeBillingCustomer(payer: BillingCustomer): StripeBillingCustomer | null {
  const { held, customer } = payer
  if (!held?.stripe_subscription_id || !customer || held.status === 'canceled') return null
  return { ...payer, held, customer, subscription_id: held.stripe_subscription_id }
}
