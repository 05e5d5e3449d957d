import { DAY } from './durations.ts'

/** ms by which local time is ahead of UTC at a moment. */
export function zoneOffset(at: number, timezone: string): number {
  const parts = new Map(
    formatterOf(timezone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const local = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'))
  return local - Math.floor(at / 1000) * 1000
}

/** The moment in ms at which the day of `at` began in the zone. */
export function startOfLocalDay(at: number, timezone: string): number {
  const offset = zoneOffset(at, timezone)
  const midnight = Math.floor((at + offset) / DAY) * DAY
  const guess = midnight - offset
  return midnight - zoneOffset(guess, timezone)
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Formatters are costly to make. An unknown zone counts as UTC. */
function formatterOf(timezone: string): Intl.DateTimeFormat {
  const known = formatters.get(timezone)
  if (known) return known
  const made = makeFormatter(timezone) ?? makeFormatter('UTC')
  if (!made) throw new Error('The time zone UTC is missing.')
  formatters.set(timezone, made)
  return made
}

function makeFormatter(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return null
  }
}
