import { DAY, HOUR, MINUTE } from '../shared/durations.ts'

/** The local times that a cron expression means. `each_hour`: the hour is `*`, or a step of it. */
export type CronExpression = {
  minutes: readonly number[]
  hours: readonly number[]
  isDay: (midnight: Date) => boolean
  each_hour: boolean
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
/** So many days have a February 29, also around 2100. */
const DAYS_AHEAD = 366 * 8 + 2

/** Five parts: minute, hour, day of the month, month and day of the week (0 and 7 are Sunday). Null for anything else. */
export function readCronExpression(text: string): CronExpression | null {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...rest] = text.trim().toLowerCase().split(/\s+/)
  const minutes = readPart(minute, { least: 0, most: 59 })
  const hours = readPart(hour, { least: 0, most: 23 })
  const days = readPart(day, { least: 1, most: 31 })
  const months = readPart(month, { least: 1, most: 12, names: MONTHS })
  const weekdays = readPart(weekday, { least: 0, most: 7, names: WEEKDAYS })
  if (!minutes || !hours || !days || !months || !weekdays || rest.length > 0) return null
  const anyDay = isEach(day)
  const anyWeekday = isEach(weekday)
  return {
    minutes,
    hours,
    each_hour: /^[*?]/.test(hour),
    isDay: (midnight) => {
      if (!months.includes(midnight.getUTCMonth() + 1)) return false
      const onDay = days.includes(midnight.getUTCDate())
      const onWeekday = weekdays.some((each) => each % 7 === midnight.getUTCDay())
      // Where both name days, either will do.
      return anyDay || anyWeekday ? onDay && onWeekday : onDay || onWeekday
    },
  }
}

/** The next local time in ms after this one, both as if they were UTC; null if it never comes. */
export function nextInCalendar({ minutes, hours, isDay }: CronExpression, after: number): number | null {
  const today = Math.floor(after / DAY)
  for (let day = today; day <= today + DAYS_AHEAD; day++) {
    if (!isDay(new Date(day * DAY))) continue
    for (const hour of hours) {
      for (const minute of minutes) {
        const local = day * DAY + hour * HOUR + minute * MINUTE
        if (local > after) return local
      }
    }
  }
  return null
}

export function isInCalendar({ minutes, hours, isDay }: CronExpression, local: number): boolean {
  const date = new Date(local)
  return minutes.includes(date.getUTCMinutes()) && hours.includes(date.getUTCHours()) && isDay(date)
}

function isEach(part: string): boolean {
  return part === '*' || part === '?'
}

type Range = { least: number; most: number; names?: readonly string[] }

/** The values of `*`, `5`, `1-5`, `1,15` and steps such as `*`, a slash and 15, in order; null for anything else. */
function readPart(part: string, range: Range): number[] | null {
  const values = new Set<number>()
  for (const item of part.split(',')) {
    const [, from = '', to, step] =
      /^(\*|\?|\d{1,2}|[a-z]{3})(?:-(\d{1,2}|[a-z]{3}))?(?:\/(\d{1,2}))?$/.exec(item) ?? []
    const each = isEach(from)
    const first = each ? range.least : valueOf(from, range)
    const last =
      each || (to === undefined && step !== undefined) ? range.most : to === undefined ? first : valueOf(to, range)
    const by = step === undefined ? 1 : Number(step)
    if (first === null || last === null || last < first || by < 1 || (each && to !== undefined)) return null
    for (let value = first; value <= last; value += by) values.add(value)
  }
  return values.size > 0 ? [...values].toSorted((left, right) => left - right) : null
}

function valueOf(text: string, { least, most, names = [] }: Range): number | null {
  const named = names.indexOf(text)
  const value = named >= 0 ? named + (least === 1 ? 1 : 0) : /^\d+$/.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : null
}
