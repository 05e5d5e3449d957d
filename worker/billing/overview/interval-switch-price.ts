import { isBilledByStripe } from '../../contract/billed-by.ts'
import type { SubscriptionRow } from '../customer/billing-customer.ts'
import type { prices } from '../../db/schema/billing.ts'

type Plan = typeof prices.$inferSelect

/**
 * The same plan's price at the other interval, or null. The plan must renew, and both prices must be those for
 * everyone, so that a click never replaces a student price.
 */
export function intervalSwitchPrice(
  held: SubscriptionRow,
  catalogue: readonly Plan[],
): (Plan & { stripe_price_id: string }) | null {
  const { payment_type, status, cancel_at_period_end, cancel_at } = held
  const renews = (status === 'active' || status === 'trialing') && !cancel_at_period_end && cancel_at === null
  if (!isBilledByStripe(payment_type) || !renews) return null
  const sold = catalogue.filter(
    ({ plan_id, currency, active, audience, open_amount }) =>
      plan_id === held.plan_id && currency === held.currency && active && audience === 'everyone' && !open_amount,
  )
  const own = sold.some(({ interval, amount }) => interval === held.payment_interval && amount === held.price_in_cents)
  const other = sold.find(({ interval }) => interval !== held.payment_interval)
  return own && other?.stripe_price_id ? { ...other, stripe_price_id: other.stripe_price_id } : null
}
