import { DAY } from '../../contract/shared/durations.ts'
import { zoneOffset } from '../format/local-day.ts'

type When = { after: number; timezone: string }

const MINUTE = 60_000
/** A half-hour change of the clock takes at most two hours from an hour's minute to the next. */
const HOURLY_SEARCH = 180
/** A week, and the day on which it ends. */
const DAYS_AHEAD = 8

/** The next moment after `after` (ms) at which the zone's clock shows this minute of the hour; null for no minute. */
export function nextMinuteOfHour(minute: number, { after, timezone }: When): number | null {
  if (!isWhole(minute, 59)) return null
  let at = (Math.floor(after / MINUTE) + 1) * MINUTE
  for (let tries = 0; tries < HOURLY_SEARCH; tries++, at += MINUTE) {
    if (Math.floor((at + zoneOffset(at, timezone)) / MINUTE) % 60 === minute) return at
  }
  return null
}

/**
 * The next moment after `after` (ms) at which the zone's clock shows this time of day, on this weekday (0 is Sunday) or on
 * any (§D13-13). A time that the clock skips is the first minute after the gap; of one that it shows twice only the first
 * counts. Null for what is not a time.
 */
export function nextTimeOfDay(
  { hour, minute, weekday }: { hour: number; minute: number; weekday: number | null },
  { after, timezone }: When,
): number | null {
  if (!isWhole(hour, 23) || !isWhole(minute, 59) || (weekday !== null && !isWhole(weekday, 6))) return null
  const today = Math.floor((after + zoneOffset(after, timezone)) / DAY)
  for (let day = today; day <= today + DAYS_AHEAD; day++) {
    if (weekday !== null && new Date(day * DAY).getUTCDay() !== weekday) continue
    const at = momentOf(day * DAY + (hour * 60 + minute) * MINUTE, timezone)
    if (at > after) return at
  }
  return null
}

function isWhole(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most
}

/** The moment at which a zone's clock shows a local time, given as if it were UTC. */
function momentOf(local: number, timezone: string): number {
  const before = zoneOffset(local - DAY, timezone)
  const later = zoneOffset(local + DAY, timezone)
  const moments = [local - before, local - later].toSorted((left, right) => left - right)
  const shown = moments.find((at) => at + zoneOffset(at, timezone) === local)
  return shown ?? endOfGap(local - DAY, local + DAY, timezone)
}

/** The first moment with the offset of `to`, where the offset changes once between the two. */
function endOfGap(from: number, to: number, timezone: string): number {
  const offset = zoneOffset(to, timezone)
  let [early, late] = [Math.floor(from / MINUTE), Math.ceil(to / MINUTE)]
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2)
    if (zoneOffset(middle * MINUTE, timezone) === offset) late = middle
    else early = middle
  }
  return late * MINUTE
}
