import type { SubscriptionRow } from '../customer/billing-customer.ts'

type Ending = Pick<SubscriptionRow, 'status' | 'current_period_end' | 'cancel_at_period_end' | 'cancel_at'>

/** The last day of what was cancelled, or of what an operator ends at Stripe; null while it renews. */
export function subscriptionEndsAt(held: Ending): number | null {
  if (held.status === 'canceled' || held.cancel_at_period_end) return held.current_period_end
  return held.cancel_at
}

/** What is not paid for lasts no longer than its cancellation. */
export function lastPaidDay({ status, current_period_end }: Ending): number | null {
  return status === 'active' || status === 'trialing' ? current_period_end : null
}
