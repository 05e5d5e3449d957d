import type { BillingPlan } from '../../../../worker/contract/billing/billing-overview.ts'
import type { BookablePrice, BookedChange, PlanPrice } from '../../../../worker/contract/billing/booked-change.ts'
import { formatPrice } from '../../../../worker/contract/billing/price-format.ts'
import { PLANS } from '../../../../worker/contract/tiers.ts'
import { dayInWords } from '../../../ui/dates/dates.ts'
import { ADVERB, planName } from './billing-words.ts'

/** "Pro+, $99.99 a year" */
export function choiceInWords({ plan, interval, price }: BookablePrice, currency: string): string {
  return `${PLANS[plan].name}, ${formatPrice(price, currency)} a ${interval}`
}

/** "From December 20, 2026 you pay $34.99 a year.", and with another plan "you have Pro and pay $3.49 a month." */
export function changeInWords(held: BillingPlan, { at, ...then }: BookedChange, timeZone: string): string {
  const plan = then.plan === held.tier ? '' : `have ${PLANS[then.plan].name} and `
  const price = formatPrice(then.price, held.currency)
  return `From ${dayInWords(at, timeZone)} you ${plan}pay ${price} a ${then.interval}.`
}

/** "Change to Pro" or "Pay yearly" */
export function changeAction({ tier }: BillingPlan, { plan, interval }: PlanPrice): string {
  return plan === tier ? `Pay ${ADVERB[interval]}` : `Change to ${PLANS[plan].name}`
}

/** "Keep Pro+" or "Keep paying monthly" */
export function keepAction(held: BillingPlan, booked: BookedChange): string {
  return booked.plan === held.tier ? `Keep paying ${ADVERB[held.interval]}` : `Keep ${planName(held)}`
}
