import { DAY, MINUTE } from '../shared/durations.ts'
import { zoneOffset } from '../shared/local-day.ts'

/**
 * The moment in ms at which a zone's clock shows a local time, given as if it were UTC. A time that the clock
 * skips is the first minute after the gap; of one that it shows twice only the first counts.
 */
export function momentOf(local: number, timezone: string): number {
  return shownMoment(local, timezone) ?? endOfGap(local - DAY, local + DAY, timezone)
}

/** Null for a local time that the zone's clock skips. */
export function shownMoment(local: number, timezone: string): number | null {
  const before = zoneOffset(local - DAY, timezone)
  const later = zoneOffset(local + DAY, timezone)
  const moments = [local - before, local - later].toSorted((left, right) => left - right)
  return moments.find((at) => at + zoneOffset(at, timezone) === local) ?? null
}

/** Reads the zone's clock at a moment in ms, as if it were UTC. */
export function localTime(at: number, timezone: string): number {
  return at + zoneOffset(at, timezone)
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
