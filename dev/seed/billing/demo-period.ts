import { DAY } from '../../../worker/contract/shared/durations.ts'

/**
 * The paid period of a demo subscriber, in seconds. It starts at a past midnight, so that D1 and the Stripe stand-in
 * agree whenever they are seeded on the same day.
 */
export function demoPeriod(interval: 'month' | 'year', now: number): { start: number; end: number } {
  const start = new Date(Math.floor(now / DAY) * DAY - (interval === 'year' ? 65 : 10) * DAY)
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + (interval === 'year' ? 12 : 1)]
  // A shorter month ends the period on its last day, as at Stripe.
  const end = Math.min(Date.UTC(year, month, start.getUTCDate()), Date.UTC(year, month + 1, 0))
  return { start: start.getTime() / 1000, end: end / 1000 }
}

/** The ids that a demo person has at Stripe and in D1. */
export function demoIds(user: string) {
  const name = user.replace('usr_', '')
  return { customer: `cus_demo_${name}`, subscription: `sub_demo_${name}` }
}
