import { isBilledByStripe, storeOf, type BilledBy } from '../../contract/billed-by.ts'
import type { Entitling } from '../../contract/billing/entitling.ts'
import {
  PLANS,
  withAllUpgrades,
  type BillingInterval,
  type PaidTier,
  type SoldPlan,
  type Tier,
} from '../../contract/tiers.ts'
import { PAST_DUE_GRACE } from '../../contract/limits.ts'

/**
 * Whether a subscription grants its tier now: active; trialing once the card is authenticated; past due
 * for 14 days; canceled until the period ends. Anything unknown grants nothing.
 */
export function isEntitling(subscription: Entitling, now: number): boolean {
  switch (subscription.status) {
    case 'active':
      return true
    case 'trialing':
      return subscription.card_authenticated
    case 'past_due':
      return subscription.past_due_since !== null && now < subscription.past_due_since + PAST_DUE_GRACE
    case 'canceled':
      return subscription.current_period_end !== null && now < subscription.current_period_end
    default:
      return false
  }
}

/** The subscription that counts: the entitling one with the highest tier; null is the free tier. */
export function entitlingSubscription<S extends Entitling>(subscriptions: readonly S[], now: number): S | null {
  const entitling = subscriptions.filter((subscription) => isEntitling(subscription, now))
  return entitling.toSorted((a, b) => PLANS[b.tier].rank - PLANS[a.tier].rank)[0] ?? null
}

/** The tier that these subscriptions of a user grant now. */
export function tierOf(subscriptions: readonly Entitling[], now: number): Tier {
  return entitlingSubscription(subscriptions, now)?.tier ?? 'free'
}

/** In these states the user pays or owes, so no second plan is sold. An unconfirmed attempt does not count. */
const CURRENT_STATUSES = ['active', 'past_due', 'unpaid', 'paused']

/** Whether the subscription rules out a second one: it continues, or still grants its tier. */
export function isCurrentPlan(subscription: Entitling, now: number): boolean {
  return CURRENT_STATUSES.includes(subscription.status) || isEntitling(subscription, now)
}

type Trialist = { student: boolean; trial_used_at: number | null; eligible_trial_period: number }
type Subscription = { status: string; payment_type: BilledBy; card_authenticated: boolean }

/**
 * A trial is for users who never had a plan, and not for students (§2.3, §3 eligible_for_trial). Who owes something had
 * a plan. `subscriptions`: all that D1 has of the user, also ended ones and a store's.
 */
export function isEligibleForTrial(user: Trialist, subscriptions: readonly Subscription[]): boolean {
  const mayTry = !user.student && user.trial_used_at === null && user.eligible_trial_period > 0
  return mayTry && !subscriptions.some(wasPlan)
}

/** A subscription that its buyer never paid or confirmed began no plan. */
export function wasPlan({ status, payment_type, card_authenticated }: Subscription): boolean {
  if (status === 'incomplete' || status === 'incomplete_expired') return false
  if (status === 'trialing' || status === 'canceled') return card_authenticated || storeOf(payment_type) !== null
  return true
}

type Buyer = {
  tier: Tier
  student: boolean
  held: { payment_type: BilledBy; payment_interval: BillingInterval } | null
}
/** `archived`: 1 for a price that is archived at Stripe. */
export type OfferedPrice = {
  tier: PaidTier
  interval: BillingInterval
  audience: 'everyone' | 'student'
  archived: 0 | 1
}

/**
 * The plans above the tier that are sold to this user now, cheapest first. A plan that Stripe bills goes up at its own
 * interval (§4.3); students buy yearly prices only (§2.3).
 */
export function upgradesOf({ tier, student, held }: Buyer, offered: readonly OfferedPrice[]): readonly SoldPlan[] {
  const { upgrades } = withAllUpgrades(tier)
  // Billing is not set up yet, which checkout says.
  if (offered.length === 0) return upgrades
  const interval = held && isBilledByStripe(held.payment_type) ? held.payment_interval : null
  const fits = (price: OfferedPrice) => {
    if (interval !== null) return price.audience === 'everyone' && price.interval === interval
    return student ? price.interval === 'year' : price.audience === 'everyone'
  }
  const sold = offered.filter((price) => !price.archived && fits(price))
  return upgrades.filter((plan) => sold.some((price) => price.tier === plan))
}
