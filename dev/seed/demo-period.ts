import { addIntervals } from '../stripe/engine/amounts/billing-periods.ts'
import { DAY_SECONDS } from '../stripe/seconds.ts'

/**
 * The paid period of a demo subscriber, in seconds. It starts at a past midnight, so that D1 and the Stripe stand-in
 * agree whenever they are seeded on the same day.
 */
export function demoPeriod(interval: 'month' | 'year', now: number): { start: number; end: number } {
  const today = Math.floor(now / 1000 / DAY_SECONDS) * DAY_SECONDS
  const start = today - (interval === 'year' ? 65 : 10) * DAY_SECONDS
  return { start, end: addIntervals(start, { interval, interval_count: 1 }, 1) }
}

/** The ids that a demo person has at Stripe and in D1. */
export function demoIds(user: string) {
  const name = user.replace('usr_', '')
  return { customer: `cus_demo_${name}`, subscription: `sub_demo_${name}` }
}
