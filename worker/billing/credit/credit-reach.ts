import type { CreditReach } from '../../contract/billing/billing-overview.ts'
import type { Promotion } from '../../contract/billing/applied-promotion.ts'
import type { BillingInterval } from '../../contract/tiers.ts'
import type { BookedChange } from '../../contract/billing/booked-change.ts'
import { SMALLEST_CHARGE } from '../../contract/limits.ts'

/** Credit that lasts for more payments counts as endless, as when a promotion makes them free. */
const MOST_PAYMENTS = 1200

type Payments = {
  /** Cents; the first payment may differ from the later ones. */
  first: number
  price: number
  promotions: readonly Promotion[]
  interval: BillingInterval
  /** Due times in ms: the first payment, and one whose day of the month all others have. */
  first_at: number
  anchor: number
  booked: Pick<BookedChange, 'price' | 'interval' | 'at'> | null
}

/** The first payment that `credit` (cents) leaves to the card; null without credit, or if there is none. */
export function creditReach(credit: number, payments: Payments): CreditReach | null {
  if (credit <= 0) return null
  let left = credit
  let covered = 0
  for (const { at, price } of duePayments(payments)) {
    const due = covered === 0 ? payments.first : priceAt({ price, promotions: payments.promotions }, at)
    const amount = due - left
    if (amount >= SMALLEST_CHARGE) return { covered, amount, at }
    left = -amount
    if (++covered === MOST_PAYMENTS) return null
  }
  return null
}

/** Each payment's day and full price; a booked change of the interval begins a row of days of its own. */
function* duePayments({ booked, ...payments }: Payments): Generator<{ at: number; price: number }> {
  for (let nth = 0; ; nth++) {
    const at = dueAt(payments, nth)
    if (booked && at >= booked.at) {
      const anchor = booked.interval === payments.interval ? payments.anchor : booked.at
      return yield* duePayments({ ...payments, ...booked, first_at: booked.at, anchor, booked: null })
    }
    yield { at, price: payments.price }
  }
}

/** The price less what promotions still take off at that time. Stripe takes each off what the one before left. */
export function priceAt({ price, promotions }: Pick<Payments, 'price' | 'promotions'>, at: number): number {
  return promotions
    .filter(({ lasts, ends_at }) => lasts === 'forever' || (lasts === 'until' && at < (ends_at ?? 0)))
    .reduce((left, { percent_off, amount_off }) => {
      const off = percent_off === null ? (amount_off ?? 0) : Math.round((left * percent_off) / 100)
      return Math.max(0, left - off)
    }, price)
}

/** The day of the month stays, or becomes the last day of a shorter month. */
function dueAt(
  { first_at, anchor, interval }: Pick<Payments, 'first_at' | 'anchor' | 'interval'>,
  nth: number,
): number {
  const day = Math.max(new Date(first_at).getUTCDate(), new Date(anchor).getUTCDate())
  const date = new Date(first_at)
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + nth * (interval === 'year' ? 12 : 1))
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.setUTCDate(Math.min(day, last))
}
