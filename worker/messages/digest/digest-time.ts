import { zoneFormats } from '../../contract/shared/zone-formats.ts'
import { DAY, HOUR, MINUTE } from '../../contract/shared/durations.ts'

/** The hour of the user's day at which the digest goes out. */
const DIGEST_HOUR = 18

/**
 * When the last digest was due, in ms: the last six in the evening of this zone. A change of the clocks moves it by its
 * hour on that day alone. An unknown zone counts as UTC.
 */
export function lastDigestTime(now: number, timeZone: string | null): number {
  const { hour, minute } = localTime(now, timeZone ?? 'UTC')
  const since = (((hour - DIGEST_HOUR + 24) % 24) * 60 + minute) * MINUTE + (now % MINUTE)
  const due = now - since
  // On the day that the clocks change, the way back crosses the change.
  const shift = localTime(due, timeZone ?? 'UTC').hour - DIGEST_HOUR
  const corrected = due - shift * HOUR
  return corrected > now ? corrected - DAY : corrected
}

/** When the digest after this one is due, in ms. A day has 23 to 25 hours. */
export function nextDigestTime(due: number, timeZone: string | null): number {
  return lastDigestTime(due + DAY + 2 * HOUR, timeZone)
}

function localTime(time: number, timeZone: string): { hour: number; minute: number } {
  const parts = formatFor(timeZone).formatToParts(time)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return { hour: of('hour'), minute: of('minute') }
}

const formats = zoneFormats('en-US', { hour: 'numeric', minute: 'numeric', hourCycle: 'h23' })

function formatFor(timeZone: string): Intl.DateTimeFormat {
  try {
    return formats(timeZone)
  } catch {
    return formats('UTC')
  }
}
