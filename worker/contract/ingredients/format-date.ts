import { zoneFormats } from '../shared/zone-formats.ts'

const SHORT_DATE = /^\d{4}-\d{2}-\d{2}$/
const SECONDS_END = 1e11

/** A value as a date: ISO 8601 or what `Date` reads, seconds or ms since 1970; null for anything else. */
function readDate(value: string | number): Date | null {
  const count = typeof value === 'number' ? value : /^\d{9,14}$/.test(value) ? Number(value) : null
  const date = new Date(count === null ? value : count > SECONDS_END ? count : count * 1000)
  return Number.isNaN(date.getTime()) ? null : date
}

const TOKEN = /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|m|ss|s|A|a/g

/**
 * A date as in `D MMM, HH:mm` (Moment's letters, English names), in the user's zone. A day without a time stays that
 * day in every zone. Without a pattern: 1 Mar 2026, 13:00, or 1 Mar 2026 for a day. Other values stay as they are.
 */
export function formatDate(value: string | number, pattern: string | undefined, timezone: string): string {
  const date = readDate(value)
  if (!date) return String(value)
  const isDay = typeof value === 'string' && SHORT_DATE.test(value)
  const part = datePart(date, isDay ? 'UTC' : timezone)
  const wanted = pattern ?? (isDay ? 'D MMM YYYY' : 'D MMM YYYY, HH:mm')
  return wanted.replace(TOKEN, (token, literal: string | undefined) => literal ?? part(token))
}

function datePart(date: Date, timezone: string): (token: string) => string {
  const parts = new Map(
    formatter(timezone)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  )
  const read = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? ''
  const hour = Number(read('hour')) % 24
  const month = Number(read('month'))
  const noon = new Date(Date.UTC(2000, month - 1, 1))
  const two = (value: number) => String(value).padStart(2, '0')
  const values: Record<string, () => string> = {
    YYYY: () => read('year'),
    YY: () => read('year').slice(-2),
    MMMM: () => noon.toLocaleString('en-US', { month: 'long', timeZone: 'UTC' }),
    MMM: () => noon.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' }),
    MM: () => two(month),
    M: () => String(month),
    DD: () => two(Number(read('day'))),
    D: () => String(Number(read('day'))),
    dddd: () => read('weekday'),
    ddd: () => read('weekday').slice(0, 3),
    HH: () => two(hour),
    H: () => String(hour),
    hh: () => two(hour % 12 || 12),
    h: () => String(hour % 12 || 12),
    mm: () => two(Number(read('minute'))),
    m: () => String(Number(read('minute'))),
    ss: () => two(Number(read('second'))),
    s: () => String(Number(read('second'))),
    A: () => (hour < 12 ? 'AM' : 'PM'),
    a: () => (hour < 12 ? 'am' : 'pm'),
  }
  return (token) => values[token]?.() ?? token
}

const formats = zoneFormats('en-US', {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  weekday: 'long',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
})

/** An unknown zone counts as UTC. */
function formatter(timezone: string): Intl.DateTimeFormat {
  try {
    return formats(timezone)
  } catch {
    return formats('UTC')
  }
}
