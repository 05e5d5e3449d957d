import { DAY, HOUR } from '../../contract/shared/durations.ts'
import type { TrialPromotion } from '../../db/billing/promised-promotions.ts'

/** Stripe announces a trial's end three days before; an hour more, because clocks differ. */
export const TRIAL_WILL_END = 3 * DAY + HOUR

/**
 * Whether the preview of the first payment has to be compared with the promise: once after the promotion was given,
 * once after each change of price, and once in the trial's last three days. `trial_end` in seconds, `now` in ms.
 */
export function isCheckDue(
  { checked_at, checked_price }: Pick<TrialPromotion, 'checked_at' | 'checked_price'>,
  { price, trial_end }: { price: string; trial_end: number | null },
  now: number,
): boolean {
  if (checked_at === null || checked_price !== price) return true
  const last = (trial_end ?? 0) * 1000 - TRIAL_WILL_END
  return now >= last && checked_at < last
}
