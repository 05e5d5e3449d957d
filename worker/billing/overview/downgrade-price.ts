import { downgradeOf } from '../../contract/billing/downgrade.ts'
import { isBilledByStripe } from '../../contract/billed-by.ts'
import type { SubscriptionRow } from '../customer/billing-customer.ts'
import type { prices } from '../../db/schema/billing.ts'

type Plan = typeof prices.$inferSelect

/**
 * The price of the smaller plan at the same interval, a student's if there is one for students; null if the plan does
 * not renew, or has another change booked already.
 */
export function downgradePrice(
  held: SubscriptionRow,
  catalogue: readonly Plan[],
  student: boolean,
): (Plan & { stripe_price_id: string }) | null {
  const { payment_type, status, cancel_at_period_end, cancel_at, next_plan } = held
  const renews = (status === 'active' || status === 'trialing') && !cancel_at_period_end && cancel_at === null
  if (!isBilledByStripe(payment_type) || !renews || next_plan !== null) return null
  const smaller = downgradeOf(held.tier)
  const sold = catalogue.filter(
    ({ plan_id, interval, currency, active, open_amount }) =>
      plan_id === smaller && interval === held.payment_interval && currency === held.currency && active && !open_amount,
  )
  const students = student ? sold.find(({ audience }) => audience === 'student') : undefined
  const found = students ?? sold.find(({ audience }) => audience === 'everyone')
  return found?.stripe_price_id ? { ...found, stripe_price_id: found.stripe_price_id } : null
}
