import { localTime, momentOf } from '../../contract/schedule/local-moment.ts'
import { DAY, HOUR } from '../../contract/shared/durations.ts'

/** The time of the user's day at which the digest goes out. */
const DIGEST_TIME = 18 * HOUR

/**
 * When the last digest was due, in ms: the last six in the evening of this zone. A change of the clocks moves it by its
 * hour on that day alone. An unknown zone counts as UTC.
 */
export function lastDigestTime(now: number, timeZone: string | null): number {
  const zone = timeZone ?? 'UTC'
  const day = Math.floor((localTime(now, zone) - DIGEST_TIME) / DAY) * DAY
  return momentOf(day + DIGEST_TIME, zone)
}

/** When the digest after this one is due, in ms. A day has 23 to 25 hours. */
export function nextDigestTime(due: number, timeZone: string | null): number {
  return lastDigestTime(due + DAY + 2 * HOUR, timeZone)
}
