import { isSold, smallerPlan, PLANS, type PaidTier, type SoldPlan, type Tier, type BillingInterval } from '../tiers.ts'
import type { Promotion } from './applied-promotion.ts'
import { formatPrice } from './price-format.ts'

/** The plans that a subscriber can book for the end of their period: their own at another interval, and the smaller one. */
export function bookablePlans(tier: Tier): SoldPlan[] {
  const smaller = smallerPlan(tier)
  return [...(isSold(tier) ? [tier] : []), ...(smaller ? [smaller] : [])]
}

/** `price`: of each period, in cents. */
export type PlanPrice = { plan: PaidTier; interval: BillingInterval; price: number }
export type BookablePrice = PlanPrice & { plan: SoldPlan }

/** "Pro for $34.99 a year" */
export function planPriceInWords({ plan, interval, price }: PlanPrice, currency: string): string {
  return `${PLANS[plan].name} for ${formatPrice(price, currency)} a ${interval}`
}

/** A booked change of plan, interval or both, which begins at `at` (ms). */
export type BookedChange = PlanPrice & { at: number }

/** An Applet that the booked plan would pause, as things stand now. */
type PausedApplet = { id: number; name: string }

/**
 * GET /api/billing/change_preview?plan=&interval=: what changes when the period or the trial ends. `at` in ms; amounts
 * in cents: `price` of each later period, and `first_charge` after promotions and credit.
 */
export type ChangePreview = BookablePrice & {
  currency: string
  at: number
  first_charge: number
  promotions: Promotion[]
  pauses: PausedApplet[]
}

/** POST /api/billing/change: what the page showed. Refused if it has changed. */
export type BookChange = Pick<ChangePreview, 'plan' | 'interval' | 'at' | 'price' | 'first_charge'>

/** POST /api/billing/keep_plan: what the user keeps. Refused if they no longer have it. */
export type KeepPlan = Pick<PlanPrice, 'plan' | 'interval'>
