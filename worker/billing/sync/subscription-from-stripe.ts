import type Stripe from 'stripe'
import { expandableId, expandedObject } from '../stripe/expandable.ts'
import { nextPlan } from '../subscription-schedule/next-plan.ts'
import { isCardAuthenticated, effectiveStatus } from './payment-outcome.ts'
import { SUBSCRIPTION_STATUSES, hasEnded } from '../../contract/billing/subscription-status.ts'
import type { PriceRow } from '../../db/billing/price-catalog.ts'
import type { StripeSubscriptionRow } from '../../db/billing/user-subscriptions.ts'

/** Null if we do not sell its product. */
export function subscriptionFromStripe(
  subscription: Stripe.Subscription,
  catalogue: readonly PriceRow[],
): StripeSubscriptionRow | null {
  const item = subscription.items.data[0]
  const plan = item && planOf(item.price, catalogue)
  if (!plan) return null
  const status = SUBSCRIPTION_STATUSES.find((known) => known === effectiveStatus(subscription)) ?? 'unpaid'
  return {
    stripe_subscription_id: subscription.id,
    payment_type: 'stripe',
    plan_id: plan.plan_id,
    tier: plan.tier,
    product_id: plan.product_id,
    status,
    payment_interval: item.price.recurring?.interval === 'year' ? 'year' : 'month',
    price_in_cents: item.price.unit_amount ?? 0,
    currency: item.price.currency,
    card_authenticated: isCardAuthenticated(subscription),
    trial_end: ms(subscription.trial_end),
    current_period_start: ms(item.current_period_start),
    // An ended subscription grants nothing: an unpaid renewal does not last to its period's end, and a test clock may
    // be ahead of ours.
    current_period_end: status === 'canceled' ? null : ms(item.current_period_end),
    cancel_at_period_end: subscription.cancel_at_period_end,
    cancel_at: ms(subscription.cancel_at),
    ended_at: ms(subscription.ended_at),
    past_due_since: status === 'past_due' ? firstFailure(subscription) : null,
    ...nextPlan(subscription, catalogue),
    // Known of the live one alone (sync-customer.ts).
    card_expires_at: null,
  }
}

/** Matches the price, else the product, because an operator may create a price for one customer. */
export function planOf(
  price: Pick<Stripe.Price, 'id' | 'product'>,
  catalogue: readonly PriceRow[],
): PriceRow | undefined {
  return (
    catalogue.find(({ stripe_price_id }) => stripe_price_id === price.id) ??
    catalogue.find(({ product_id }) => product_id === expandableId(price.product))
  )
}

/** When the latest invoice became due, in ms. */
function firstFailure({ latest_invoice, start_date }: Stripe.Subscription): number {
  const invoice = expandedObject(latest_invoice)
  return (invoice?.status_transitions.finalized_at ?? invoice?.created ?? start_date) * 1000
}

/** Stripe's seconds as our milliseconds. */
function ms(seconds: number | null | undefined): number | null {
  return seconds === null || seconds === undefined ? null : seconds * 1000
}

const RANKS: Stripe.Subscription['status'][][] = [
  ['active', 'trialing'],
  ['past_due'],
  ['paused'],
  ['incomplete'],
  ['unpaid'],
]

/** The live subscription that counts: the best status, then the newest. */
export function pickLiveSubscription<S extends { status: string; created: number }>(all: readonly S[]): S | undefined {
  const rank = ({ status }: S) => {
    const at = RANKS.findIndex((statuses) => statuses.includes(status))
    return at === -1 ? RANKS.length : at
  }
  return all.filter((each) => !hasEnded(each)).toSorted((a, b) => rank(a) - rank(b) || b.created - a.created)[0]
}
