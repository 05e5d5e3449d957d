import type Stripe from 'stripe'

/** Billing periods. Times are whole seconds since 1970, and days are UTC, as at Stripe. */

export type Recurring = { interval: Stripe.Price.Recurring.Interval; interval_count: number }

export const hour = 3600
export const day = 24 * hour

/** The time `count` intervals after `anchor`, on the anchor's day of the month or the last day of a shorter month. */
export function addIntervals(anchor: number, { interval, interval_count }: Recurring, count: number): number {
  return addMonths(anchor, count * interval_count * (interval === 'year' ? 12 : 1))
}

function addMonths(anchor: number, months: number): number {
  const from = new Date(anchor * 1000)
  const first = new Date(from)
  first.setUTCDate(1)
  first.setUTCMonth(first.getUTCMonth() + months)
  first.setUTCDate(Math.min(from.getUTCDate(), lastDay(first)))
  return first.getTime() / 1000
}

function lastDay(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
}

export type Period = { start: number; end: number }

/**
 * The period that begins at `start` and ends at the anchor's next date: from February 28 with an anchor on the 31st, it
 * ends on March 31.
 */
export function periodFrom(start: number, anchor: number, recurring: Recurring): Period {
  let count = Math.floor((start - anchor) / longest(recurring))
  while (addIntervals(anchor, recurring, count) <= start) count += 1
  return { start, end: addIntervals(anchor, recurring, count) }
}

export function longest({ interval, interval_count }: Recurring): number {
  return (interval === 'year' ? 366 : 31) * day * interval_count
}

/** `customer.subscription.trial_will_end` goes out three days before the end, or at once in a shorter trial. */
export function trialWarning(start: number, end: number): number {
  return Math.max(start, end - 3 * day)
}
