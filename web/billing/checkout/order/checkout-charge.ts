import { DAY } from '../../../../worker/contract/shared/durations.ts'
import { promoPayments } from '../../../../worker/contract/billing/promo-copy.ts'
import type { Offer, Plan, PriceType, PromoAnswer, TaxLocation } from '../../../../worker/contract/billing/checkout.ts'
import type { Order } from '../../payment/payment-flow.ts'
import { SMALLEST_CHARGE } from '../../../../worker/contract/limits.ts'

/** The user's choice. The summary, the wallet and the request all derive from it. */
export type Choice = {
  offer: Offer
  price_type: PriceType
  /** Trial days; null without a trial. */
  trial: number | null
  promo: { code: string; answer: PromoAnswer } | null
  /** The customer's balance, in cents: below zero is credit, above what an earlier payment left. */
  balance: number
}

export type Charge = {
  plan: Plan
  /** The discount on the first payment, in cents like all amounts; 0 without a promo. */
  off: number
  /** Charged when the button is pressed. */
  today: number
  /** What that leaves to the next payment: below zero credit, above what is too small to charge. */
  left: number
  /** The first payment: today, or when the trial ends. */
  first: number
  /** When the next payment is due, ms. */
  next_at: number
  /** How many payments the promo lowers; null for all. 0 without a promo. */
  lowered: number | null
}

function planOf(offer: Offer, price_type: PriceType): Plan {
  const { monthly_plan, yearly_plan } = offer
  const plan = price_type === 'monthly' ? (monthly_plan ?? yearly_plan) : (yearly_plan ?? monthly_plan)
  if (!plan) throw new Error(`${offer.plan_id} has no price.`)
  return plan
}

/** `now`: the current time, in ms. */
export function chargeOf({ offer, price_type, trial, promo, balance }: Choice, now: number): Charge {
  const plan = planOf(offer, price_type)
  const first = firstPayment(plan, promo)
  const off = plan.amount - first
  const due = (trial === null ? first : 0) + balance
  const today = due < SMALLEST_CHARGE ? 0 : due
  return {
    plan,
    off,
    first,
    today,
    left: due - today,
    next_at: trial === null ? intervalsLater(now, plan.interval) : now + trial * DAY,
    lowered: off > 0 && promo ? promoPayments(promo.answer.term, plan.interval) : 0,
  }
}

/** Reads a code's effect on an interval: its sentence, and the first payment in cents, null if it is for the other. */
export function promoAt(answer: PromoAnswer, interval: 'month' | 'year') {
  const { month_price_copy, month_first_payment, year_price_copy, year_first_payment } = answer
  return interval === 'month'
    ? { copy: month_price_copy, first: month_first_payment }
    : { copy: year_price_copy, first: year_first_payment }
}

/** The sentence that says that the chosen code is for the other interval; null if it is for this one. */
export function otherIntervalPromo({ offer, price_type, promo }: Choice): string | null {
  const at = promo && promoAt(promo.answer, planOf(offer, price_type).interval)
  return at && at.first === null ? at.copy : null
}

function firstPayment({ amount, interval }: Plan, promo: Choice['promo']): number {
  return (promo && promoAt(promo.answer, interval).first) ?? amount
}

/** Stripe's billing calendar: the same day and time, or the last day of a shorter month. */
export function intervalsLater(time: number, interval: 'month' | 'year', count = 1): number {
  const date = new Date(time)
  const day = date.getUTCDate()
  const later = new Date(time)
  later.setUTCDate(1)
  later.setUTCMonth(date.getUTCMonth() + (interval === 'month' ? count : 12 * count))
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate()
  later.setUTCDate(Math.min(day, lastDay))
  return later.getTime()
}

/** The part of the request that the choice decides: exactly what was shown (§7 Create subscription). */
export function orderOf(choice: Choice, location: TaxLocation | null = null): Order {
  const { offer, price_type, trial, balance } = choice
  const plan = planOf(offer, price_type)
  const promo = otherIntervalPromo(choice) === null ? choice.promo : null
  return {
    plan_id: plan.plan_id,
    product_id: plan.product_id,
    promo_code: promo?.code ?? null,
    trial: trial !== null,
    balance,
    ...(promo && { first_payment_in_cents: firstPayment(plan, promo) }),
    price: {
      price_type: plan.interval === 'month' ? 'monthly' : 'yearly',
      price_in_cents: plan.amount,
      currency: plan.currency,
    },
    ...(location && { location }),
  }
}
