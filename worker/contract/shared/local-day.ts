import { DAY } from './durations.ts'
import { zoneFormats } from './zone-formats.ts'

const clockOf = zoneFormats('en-US', {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

/** ms by which local time is ahead of UTC at a moment from the year 100 on. Throws a RangeError for an unknown zone. */
export function offsetIn(timezone: string, at: number): number {
  if (timezone === 'UTC') return 0
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of clockOf(timezone).formatToParts(at)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

/** The same; an unknown zone counts as UTC. */
export function zoneOffset(at: number, timezone: string): number {
  try {
    return offsetIn(timezone, at)
  } catch {
    return 0
  }
}

/** The moment in ms at which the day of `at` began in the zone. */
export function startOfLocalDay(at: number, timezone: string): number {
  const offset = zoneOffset(at, timezone)
  const midnight = Math.floor((at + offset) / DAY) * DAY
  const guess = midnight - offset
  return midnight - zoneOffset(guess, timezone)
}
