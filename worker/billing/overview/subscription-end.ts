import { isPaid } from '../customer/billing-customer.ts'
import type { SubscriptionRow } from '../../db/billing/user-subscriptions.ts'

type Ending = Pick<SubscriptionRow, 'status' | 'current_period_end' | 'cancel_at_period_end' | 'cancel_at'>

/** When a canceled plan ends, whether the user or an operator at Stripe canceled it; null while it renews. */
export function subscriptionEndsAt(held: Ending): number | null {
  if (held.status === 'canceled' || held.cancel_at_period_end) return held.current_period_end
  return held.cancel_at
}

/** The end of the paid period; null for an unpaid plan, which a cancellation ends at once. */
export function lastPaidDay(held: Ending): number | null {
  return isPaid(held) ? held.current_period_end : null
}
