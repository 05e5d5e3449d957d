import { HOUR, MINUTE } from '../shared/durations.ts'
import { zoneOffset } from '../shared/local-day.ts'
import { isInCalendar, nextInCalendar, readCronExpression, type CronExpression } from './cron-expression.ts'
import { localTime, momentOf, shownMoment } from './local-moment.ts'

/** After which moment in ms the next one is asked for, and in which zone. */
export type When = { after: number; timezone: string }

/** The clock is moved by at most so many hours: how far an hour that exists twice, or not at all, can reach. */
const LONGEST_CHANGE = 3 * HOUR
/** Times in a row that the clock skips: the minutes of the longest change. */
const MOST_SKIPPED = 180

/**
 * Finds the problem with a cron expression, as a sentence; null for one of five parts (minute, hour, day of month,
 * month, day of week) that comes at all.
 */
export function cronProblem(expression: string): string | null {
  const cron = readCronExpression(expression)
  if (cron === null) return 'Write five parts, such as "30 7 * * 1-5": minute, hour, day, month and day of the week.'
  return nextInCalendar(cron, Date.UTC(2000, 0, 1)) === null ? 'This date never comes.' : null
}

/**
 * The next moment in ms that a cron expression means in the zone; null if it never comes. Where hours are named, a time
 * that the clock skips is the first minute after the gap, and one that it shows twice comes once. Where each hour is
 * meant (`*`), the clock is followed as it is.
 */
export function nextCronTime(expression: string, when: When): number | null {
  const cron = readCronExpression(expression)
  if (cron === null) return null
  return cron.each_hour ? nextByClock(cron, when) : nextNamed(cron, when)
}

function nextNamed(cron: CronExpression, { after, timezone }: When): number | null {
  let local = nextInCalendar(cron, localTime(after, timezone) - LONGEST_CHANGE)
  while (local !== null) {
    const at = momentOf(local, timezone)
    if (at > after) return at
    local = nextInCalendar(cron, local)
  }
  return null
}

function nextByClock(cron: CronExpression, { after, timezone }: When): number | null {
  const offset = zoneOffset(after, timezone)
  const until = after + LONGEST_CHANGE
  if (zoneOffset(until, timezone) === offset) {
    const local = nextInCalendar(cron, after + offset)
    if (local === null || local - offset <= until) return local && local - offset
  } else {
    for (let at = (Math.floor(after / MINUTE) + 1) * MINUTE; at <= until; at += MINUTE) {
      if (isInCalendar(cron, at + zoneOffset(at, timezone))) return at
    }
  }
  // The next one is on another day, and begins after all that this change of the clock repeats.
  let local = nextInCalendar(cron, until + zoneOffset(until, timezone))
  for (let skipped = 0; local !== null && skipped < MOST_SKIPPED; skipped++) {
    const at = shownMoment(local, timezone)
    if (at !== null) return at
    local = nextInCalendar(cron, local)
  }
  return null
}

/** So many of the next moments in ms, or fewer if no more come. */
export function nextCronTimes(expression: string, count: number, { after, timezone }: When): number[] {
  const found: number[] = []
  for (let next = nextCronTime(expression, { after, timezone }); next !== null && found.length < count;) {
    found.push(next)
    next = nextCronTime(expression, { after: next, timezone })
  }
  return found
}
