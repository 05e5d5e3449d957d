import { DAY, MINUTE } from '../../contract/shared/durations.ts'
import { localTime, momentOf } from '../../contract/schedule/local-moment.ts'
import type { When } from '../../contract/schedule/next-cron-time.ts'

/** A leap year, and the day on which it ends. */
const DAYS_AHEAD = 367

type TimeOfDay = { hour: number; minute: number }

/**
 * The next moment after `after` at which the zone's clock shows this time, on a day for which `isDay` is true: it gets
 * the day's midnight as if it were UTC. Null for what is not a time, or where no day of a year will do.
 */
export function nextTimeOfDay(
  { hour, minute }: TimeOfDay,
  isDay: (midnight: Date) => boolean,
  { after, timezone }: When,
): number | null {
  if (!isWhole(hour, 0, 23) || !isWhole(minute, 0, 59)) return null
  const today = Math.floor(localTime(after, timezone) / DAY)
  for (let day = today; day <= today + DAYS_AHEAD; day++) {
    if (!isDay(new Date(day * DAY))) continue
    const at = momentOf(day * DAY + (hour * 60 + minute) * MINUTE, timezone)
    if (at > after) return at
  }
  return null
}

export function isAnyDay(): boolean {
  return true
}

/** Days of the week from 0, which is Sunday. */
export function isOneOfWeekdays(weekdays: readonly number[]): (midnight: Date) => boolean {
  return (midnight) => weekdays.includes(midnight.getUTCDay())
}

/** A month that is too short for the day has it on its last one. `month` from 1; any month without it. */
export function isDayOfMonth(day: number, month?: number): (midnight: Date) => boolean {
  return (midnight) => {
    const [year, itsMonth] = [midnight.getUTCFullYear(), midnight.getUTCMonth()]
    if (!isWhole(day, 1, 31) || (month !== undefined && itsMonth !== month - 1)) return false
    const lastDay = new Date(Date.UTC(year, itsMonth + 1, 0)).getUTCDate()
    return midnight.getUTCDate() === Math.min(day, lastDay)
  }
}

export function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}
