import { DAY, HOUR } from '../../../contract/shared/durations.ts'

/** The hour of the user's day at which reminders go out. */
const REMINDER_HOUR = 9

/** A moment in ms, and by how much the user's clock is then ahead of UTC, in ms. */
type LocalMoment = { at: number; offset: number }

/**
 * Whether a reminder is due that goes out `days` days ahead, at nine in the morning of the user's zone. A late one is
 * still due until the moment itself.
 */
export function isReminderDue(now: LocalMoment, then: LocalMoment, days: number): boolean {
  const left = localDay(then) - localDay(now)
  const morning = now.at + now.offset - localDay(now) * DAY >= REMINDER_HOUR * HOUR
  return now.at < then.at && (left < days || (left === days && morning))
}

function localDay({ at, offset }: LocalMoment): number {
  return Math.floor((at + offset) / DAY)
}
