import { PLANS, type SoldPlan } from '../tiers.ts'

/** The new-subscription page of a plan. In its own file, because every page may link to it. */
export function subscribePath(plan: SoldPlan): string {
  return PLANS[plan].sold_at
}

/** The same page for an upgrade step: a campaign's step brings its code along. */
export function checkoutPath(plan: SoldPlan, step: string): string {
  return `${subscribePath(plan)}${step === 'holiday' ? '?reason=holiday' : ''}`
}
