import type Stripe from 'stripe'

/** Billing periods. Times are whole seconds since 1970, and days are UTC, as at Stripe. */

export type Recurring = { interval: Stripe.Price.Recurring.Interval; interval_count: number }

export const hour = 3600
export const day = 24 * hour

/** The time `count` intervals after `anchor`, on the anchor's day of the month or the last day of a shorter month. */
export function addIntervals(anchor: number, { interval, interval_count }: Recurring, count: number): number {
  const steps = interval_count * count
  switch (interval) {
    case 'day':
      return anchor + steps * day
    case 'week':
      return anchor + steps * 7 * day
    case 'year':
      return addMonths(anchor, steps * 12)
    default:
      return addMonths(anchor, steps)
  }
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
  let count = Math.max(0, Math.floor((start - anchor) / longest(recurring)))
  while (addIntervals(anchor, recurring, count) <= start) count += 1
  // An anchor in the future ends a first, shorter period.
  while (count > 0 && addIntervals(anchor, recurring, count - 1) > start) count -= 1
  return { start, end: addIntervals(anchor, recurring, count) }
}

const LONGEST_DAYS: Record<string, number> = { day: 1, week: 7, month: 31, year: 366 }

function longest({ interval, interval_count }: Recurring): number {
  return (LONGEST_DAYS[interval] ?? 31) * day * interval_count
}

type TrialWish = { trial_end?: number | 'now'; trial_period_days?: number }

/** When a trial that starts now ends, or null. Stripe counts days of 24 hours from this second. */
export function trialEnd(now: number, { trial_end, trial_period_days }: TrialWish): number | null {
  if (typeof trial_end === 'number') return trial_end > now ? trial_end : null
  if (trial_end === 'now' || trial_period_days === undefined || trial_period_days <= 0) return null
  return now + trial_period_days * day
}

/** `customer.subscription.trial_will_end` goes out three days before the end, or at once in a shorter trial. */
export function trialWarning(start: number, end: number): number {
  return Math.max(start, end - 3 * day)
}
