import { PLANS, SOLD_PLANS, type SoldPlan } from '../../../worker/contract/tiers.ts'

/** The prices for sale. To change an amount, change it here and run `npm run stripe:setup` again. */

export type PriceForSale = {
  plan: SoldPlan
  interval: 'month' | 'year'
  audience: 'everyone' | 'student'
  /** Cents. */
  amount: number
  currency: string
}

/** US cents. `student`: for a year; null for a plan that students buy as everyone does. */
const AMOUNTS: Record<SoldPlan, { month: number; year: number; student: number | null }> = {
  intermediate_pro: { month: 349, year: 3499, student: 1999 },
  pro: { month: 999, year: 9999, student: null },
}

export const pricesForSale: readonly PriceForSale[] = SOLD_PLANS.flatMap((plan) => {
  const { month, year, student } = AMOUNTS[plan]
  const price = { plan, interval: 'year', audience: 'everyone', amount: year, currency: 'usd' } as const
  return [
    { ...price, interval: 'month', amount: month },
    price,
    ...(student === null ? [] : [{ ...price, audience: 'student' as const, amount: student }]),
  ]
})

/** Our own ids, so that every run finds the same products. */
export function productIdOf(plan: SoldPlan): string {
  return `switchyard_${plan}`
}

/** The name under which Stripe finds the price that is for sale now. */
export function lookupKey({ plan, interval, audience, currency }: PriceForSale): string {
  return ['switchyard', plan, interval, currency, ...(audience === 'student' ? ['student'] : [])].join('_')
}

/** For people, such as "Pro, $34.99 a year, students". */
export function describePrice({ plan, interval, audience, amount, currency }: PriceForSale): string {
  const sum = new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100)
  return `${PLANS[plan].name}, ${sum} a ${interval}${audience === 'student' ? ', students' : ''}`
}

export type CouponForSale = {
  id: string
  name: string
  percent_off: number
  duration: 'once' | 'forever'
}

/** A coupon cannot be changed at Stripe, so its id names its figures. Both are for Pro alone. */
export const CAMPAIGN_COUPON: CouponForSale = {
  id: 'switchyard_campaign_23_once',
  name: '23% off your first payment',
  percent_off: 23,
  duration: 'once',
}
/** Brings a Pro subscription that already runs to the student price; an operator attaches it in the Dashboard. */
export const STUDENT_COUPON: CouponForSale = {
  id: 'switchyard_student_4287_forever',
  name: 'Student program',
  percent_off: 42.87,
  duration: 'forever',
}
