import { bookablePlans } from '../../contract/billing/booked-change.ts'
import { isBilledByStripe } from '../../contract/billed-by.ts'
import { isSold, type SoldPlan } from '../../contract/tiers.ts'
import { isPaid } from '../customer/billing-customer.ts'
import { pricesFor } from './prices.ts'
import type { PriceRow } from '../../db/billing/price-catalog.ts'
import type { SubscriptionRow } from '../../db/billing/user-subscriptions.ts'

/** A price that Stripe knows, of a plan on sale. */
export type BookableRow = PriceRow & { stripe_price_id: string; tier: SoldPlan }

/**
 * Lists prices to book for the end of the period, in place of what is booked: the same plan at the other interval and
 * the smaller plan at both, as this buyer may buy them. Empty unless Stripe bills the plan, it is paid, and renews.
 */
export function bookablePrices(held: SubscriptionRow, catalogue: readonly PriceRow[], student: boolean): BookableRow[] {
  const { payment_type, cancel_at_period_end, cancel_at, currency } = held
  const renews = isPaid(held) && !cancel_at_period_end && cancel_at === null
  if (!isBilledByStripe(payment_type) || !renews) return []
  const plans = bookablePlans(held.tier)
  const sold = pricesFor(catalogue, { student, hadLegacy: false })
    .flatMap(asBookable)
    .filter((price) => plans.includes(price.tier) && price.currency === currency && !isBooked(held, price))
  return sold
    .filter((price) => price.tier !== held.tier || isOtherInterval(held, price, catalogue))
    .toSorted((a, b) => plans.indexOf(a.tier) - plans.indexOf(b.tier) || a.interval.localeCompare(b.interval))
}

function asBookable({ tier, stripe_price_id, ...row }: PriceRow): BookableRow[] {
  return isSold(tier) && stripe_price_id && !row.open_amount ? [{ ...row, tier, stripe_price_id }] : []
}

/** A price that an operator agreed on, or that was a student's, is never given up for everyone's. */
function isOtherInterval(held: SubscriptionRow, price: BookableRow, catalogue: readonly PriceRow[]): boolean {
  if (price.interval === held.payment_interval) return false
  const isHeld = (row: PriceRow) =>
    row.plan_id === held.plan_id && row.interval === held.payment_interval && row.amount === held.price_in_cents
  return price.audience === 'student' || catalogue.some((row) => row.audience === 'everyone' && isHeld(row))
}

/** The price, too: a student is offered theirs in place of everyone's. */
function isBooked({ next_plan, next_plan_price, ...held }: SubscriptionRow, price: BookableRow): boolean {
  const interval = held.next_interval ?? held.payment_interval
  return next_plan === price.plan_id && interval === price.interval && next_plan_price === price.amount
}
