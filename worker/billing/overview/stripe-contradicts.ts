import type Stripe from 'stripe'
import { expandableId } from '../stripe/expandable.ts'
import { stripeProblem } from '../stripe/stripe-problem.ts'
import { isCardAuthenticated, effectiveStatus } from '../sync/payment-outcome.ts'
import type { SubscriptionRow } from '../../db/billing/user-subscriptions.ts'

/** True if the subscription has changed at Stripe since D1 learned of it, as after a lost webhook. Needs `latest_invoice` expanded. */
export function contradicts(held: SubscriptionRow, subscription: Stripe.Subscription): boolean {
  const item = subscription.items.data[0]
  return (
    held.status !== effectiveStatus(subscription) ||
    held.cancel_at_period_end !== subscription.cancel_at_period_end ||
    held.cancel_at !== ms(subscription.cancel_at) ||
    held.stripe_schedule_id !== expandableId(subscription.schedule) ||
    held.price_in_cents !== (item?.price.unit_amount ?? 0) ||
    held.current_period_end !== ms(item?.current_period_end ?? null)
  )
}

/** True for a subscription that gives its user a plan, or would once it is paid. Needs `latest_invoice` expanded. */
export function isPlan(subscription: Stripe.Subscription): boolean {
  const status = effectiveStatus(subscription)
  if (status === 'trialing') return isCardAuthenticated(subscription)
  return status === 'active' || status === 'past_due' || status === 'unpaid' || status === 'paused'
}

/** True if Stripe answered and refused, as it does for a subscription that has ended. */
export function isRefusal(error: unknown): boolean {
  return stripeProblem(error)?.type === 'StripeInvalidRequestError'
}

/** Stripe's seconds as our milliseconds. */
function ms(seconds: number | null): number | null {
  return seconds === null ? null : seconds * 1000
}
