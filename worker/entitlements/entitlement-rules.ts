import type { Tier } from '../contract/tiers.ts'

const DAY = 24 * 60 * 60 * 1000
/** How long a failed renewal keeps its tier (§D3.3). */
export const PAST_DUE_GRACE = 14 * DAY

/** The part of a subscription that entitlement depends on. Times in ms. */
export type Entitling = {
  tier: Exclude<Tier, 'free'>
  status: string
  card_authenticated: boolean
  current_period_end: number | null
  past_due_since: number | null
}

/**
 * Whether a subscription grants its tier now (§D3.3): active; trialing once the card is authenticated; past due
 * for 14 days; cancelled until the period ends. Anything unknown grants nothing.
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

const RANK: Record<Tier, number> = { free: 0, intermediate_pro: 1, legacy_pro: 2, pro: 3 }

/** The subscription that counts: the entitling one with the highest tier; null is the free tier. */
export function entitlingSubscription<S extends Entitling>(subscriptions: readonly S[], now: number): S | null {
  const entitling = subscriptions.filter((subscription) => isEntitling(subscription, now))
  return entitling.toSorted((a, b) => RANK[b.tier] - RANK[a.tier])[0] ?? null
}

/** The tier that these subscriptions of a user grant now. */
export function tierOf(subscriptions: readonly Entitling[], now: number): Tier {
  return entitlingSubscription(subscriptions, now)?.tier ?? 'free'
}

/** In these somebody pays, or is to: nothing else is sold to them beside it. An attempt that nobody confirmed is not. */
const CURRENT_STATUSES = ['active', 'past_due', 'unpaid', 'paused']

/** Whether it stands in the way of a further subscription: it goes on, or it still grants its tier. */
export function isCurrentPlan(subscription: Entitling, now: number): boolean {
  return CURRENT_STATUSES.includes(subscription.status) || isEntitling(subscription, now)
}
