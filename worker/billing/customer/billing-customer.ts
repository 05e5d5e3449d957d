import { toActor } from '../../users/session/actor.ts'
import type { ActorUser, Ctx } from '../../system/context/context.ts'
import { storeOf } from '../../contract/billed-by.ts'
import { storeBilled } from '../../contract/billing/store-billed.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { entitlingSubscription, wasPlan } from '../../users/entitlements/entitlement-rules.ts'
import { readPlansOfSession, type SubscriptionRow } from '../../db/billing/user-subscriptions.ts'

/** The user who makes a billing call. */
export type BillingCustomer = {
  actor: ActorUser
  /** The plan that they hold or owe for; null for the free tier. */
  currentPlan: SubscriptionRow | null
  customer: string | null
  /** Stripe's ids of subscriptions that never became a plan, such as a trial that its bank never confirmed. */
  unbegun: readonly string[]
}

/** A user with a plan that Stripe bills and that can still change. */
export type StripeBillingCustomer = BillingCustomer & {
  currentPlan: SubscriptionRow
  customer: string
  subscription_id: string
}

/** Makes one round trip. Throws `not_signed_in`. */
export async function loadBillingCustomer(ctx: Ctx): Promise<BillingCustomer> {
  if (!ctx.sessionHash) throw new AppError('not_signed_in')
  const now = ctx.now()
  const { actor: rows, plans } = await readPlansOfSession(ctx, ctx.sessionHash, ctx.realNow())
  const actor = toActor(rows, now)
  const [first] = rows
  if (!actor || !first) throw new AppError('not_signed_in')
  const currentPlan = entitlingSubscription(plans, now) ?? plans.find(({ status }) => isOwed(status)) ?? null
  const unbegun = plans.flatMap((row) => (wasPlan(row) ? [] : (row.stripe_subscription_id ?? [])))
  return { actor, currentPlan, customer: first.user.stripe_customer_id, unbegun }
}

/** The subscription at Stripe that a payment would keep; null if there is none, or it has ended. */
export function liveSubscription({ currentPlan }: Pick<BillingCustomer, 'currentPlan'>): string | null {
  return currentPlan?.status === 'canceled' ? null : (currentPlan?.stripe_subscription_id ?? null)
}

/** True if a payment would revive the plan, though it may grant nothing now. */
function isOwed(status: SubscriptionRow['status']): boolean {
  return status === 'past_due' || status === 'unpaid' || status === 'paused'
}

/** The refusal for a plan that a mobile store bills; in the words of §6 where there is a higher one. */
export function storeRefusal({ tier, payment_type }: Pick<SubscriptionRow, 'tier' | 'payment_type'>): AppError {
  const message = storeBilled(tier, payment_type)
  return new AppError('store_billed', message === null ? {} : { message })
}

/**
 * Throws `store_billed` if a mobile store bills the plan, `conflict` if there is no plan to change (an outdated page).
 */
export async function loadStripeBillingCustomer(ctx: Ctx): Promise<StripeBillingCustomer> {
  const billingCustomer = await loadBillingCustomer(ctx)
  if (storeOf(billingCustomer.currentPlan?.payment_type)) throw new AppError('store_billed')
  const found = asStripeBillingCustomer(billingCustomer)
  if (!found) throw new AppError('conflict', { message: SENTENCES.plan_ended })
  return found
}

/** Null unless Stripe bills a plan that can still change. */
export function asStripeBillingCustomer(billingCustomer: BillingCustomer): StripeBillingCustomer | null {
  const { currentPlan, customer } = billingCustomer
  if (!currentPlan?.stripe_subscription_id || !customer || currentPlan.status === 'canceled') return null
  return { ...billingCustomer, currentPlan, customer, subscription_id: currentPlan.stripe_subscription_id }
}

/** Nothing of the plan is owed. An unpaid one is paid before it changes, and ends at once when it is canceled. */
export function isPaid({ status }: { status: string }): boolean {
  return status === 'active' || status === 'trialing'
}
