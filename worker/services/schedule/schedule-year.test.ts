/** @module-tag long */
import { expect, test } from 'vitest'
import { DAY, MINUTE } from '../../contract/shared/durations.ts'
import { zoneOffset } from '../../contract/shared/local-day.ts'
import { schedule } from './service.ts'

const ZONES = ['Europe/Berlin', 'America/New_York', 'America/Santiago', 'Australia/Lord_Howe', 'Asia/Kolkata']
const YEAR = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) }
/** All changes of clocks are at a quarter of an hour of UTC, and on one day there is at most one. */
const QUARTER = 15 * MINUTE
/** All times below are at such minutes. */
const STEP = 5 * MINUTE

type Minute = { at: number; local: number }
type Year = { minutes: Minute[]; first: Map<number, number> }
const years = new Map<string, Year>()

/**
 * Every fifth minute of the year in order, with what the zone's clock shows then, as if it were UTC. `first`: when it shows
 * that for the first time.
 */
function yearIn(timezone: string): Year {
  const known = years.get(timezone)
  if (known) return known
  const minutes: Minute[] = []
  for (let day = YEAR.from - DAY; day < YEAR.to + DAY; day += DAY) {
    const start = zoneOffset(day, timezone)
    const isEven = start === zoneOffset(day + DAY, timezone)
    for (let quarter = day; quarter < day + DAY; quarter += QUARTER) {
      const offset = isEven ? start : zoneOffset(quarter, timezone)
      for (let at = quarter; at < quarter + QUARTER; at += STEP) minutes.push({ at, local: at + offset })
    }
  }
  const first = new Map<number, number>()
  for (const { at, local } of minutes) if (!first.has(local)) first.set(local, at)
  const year = { minutes, first }
  years.set(timezone, year)
  return year
}

/** The rule read plainly: each local time that is meant, once, at its first minute or the first one after a gap. */
function namedTimes(timezone: string, isMeant: (local: Date) => boolean): number[] {
  const { minutes, first } = yearIn(timezone)
  const times = new Set<number>()
  for (let local = YEAR.from - DAY; local < YEAR.to + DAY; local += STEP) {
    if (!isMeant(new Date(local))) continue
    times.add(first.get(local) ?? minutes.find((each) => each.local > local)?.at ?? Number.NaN)
  }
  return inYear([...times])
}

/** Each minute at which the clock shows what is meant. */
function shownTimes(timezone: string, isMeant: (local: Date) => boolean): number[] {
  return inYear(yearIn(timezone).minutes.flatMap(({ at, local }) => (isMeant(new Date(local)) ? [at] : [])))
}

function inYear(times: number[]): number[] {
  return times.filter((at) => at > YEAR.from && at < YEAR.to)
}

function scheduledTimes(slug: string, fields: Record<string, string>, timezone: string): number[] {
  const trigger = schedule.code?.triggers?.[slug]
  if (!trigger || !('next' in trigger)) throw new Error(`No clock trigger ${slug}`)
  const times: number[] = []
  for (let after = YEAR.from; ;) {
    const next = trigger.next({ fields, applet_id: 1 }, { after, timezone })?.at
    if (next == null || next >= YEAR.to) return times
    times.push(next)
    after = next
  }
}

const isTime = (local: Date, hours: number[], minutes: number[]) =>
  hours.includes(local.getUTCHours()) && minutes.includes(local.getUTCMinutes())

type Named = [slug: string, fields: Record<string, string>, isMeant: (local: Date) => boolean]
const named: Named[] = [
  ['every_day', { time: '02:30' }, (local) => isTime(local, [2], [30])],
  [
    'every_weekday',
    { weekdays: '0\n6', time: '02:15' },
    (local) => local.getUTCDay() % 6 === 0 && isTime(local, [2], [15]),
  ],
  ['every_month', { day: '29', time: '00:00' }, (local) => isMonthly(local, 29) && isTime(local, [0], [0])],
  [
    'every_year',
    { month: '3', day: '29', time: '02:45' },
    (local) => local.getUTCMonth() === 2 && isMonthly(local, 29) && isTime(local, [2], [45]),
  ],
  ['cron', { cron: '0,20,40 1-3 * * *' }, (local) => isTime(local, [1, 2, 3], [0, 20, 40])],
  [
    'cron',
    { cron: '15 0,2 * 3-4,9-10 0' },
    (local) => [2, 3, 8, 9].includes(local.getUTCMonth()) && local.getUTCDay() === 0 && isTime(local, [0, 2], [15]),
  ],
]

function isMonthly(local: Date, day: number): boolean {
  const last = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate()
  return local.getUTCDate() === Math.min(day, last)
}

const shown: Named[] = [
  ['every_hour', { minute: '30' }, (local) => local.getUTCMinutes() === 30],
  // The months in which the zones change their clocks.
  [
    'cron',
    { cron: '*/30 * * 3-4,9-11 *' },
    (local) => [2, 3, 8, 9, 10].includes(local.getUTCMonth()) && local.getUTCMinutes() % 30 === 0,
  ],
  ['cron', { cron: '10 */2 * * *' }, (local) => local.getUTCHours() % 2 === 0 && local.getUTCMinutes() === 10],
  [
    'cron',
    { cron: '30 * 6 9 *' },
    (local) => local.getUTCMonth() === 8 && local.getUTCDate() === 6 && local.getUTCMinutes() === 30,
  ],
]

const inZones = (cases: Named[]) =>
  ZONES.flatMap((timezone) => cases.map(([slug, fields, isMeant]) => ({ timezone, slug, fields, isMeant })))

test.each(inZones(named))('$slug $fields comes once in $timezone', ({ timezone, slug, fields, isMeant }) => {
  expect(scheduledTimes(slug, fields, timezone)).toEqual(namedTimes(timezone, isMeant))
})

test.each(inZones(shown))('$slug $fields follows the clock in $timezone', ({ timezone, slug, fields, isMeant }) => {
  expect(scheduledTimes(slug, fields, timezone)).toEqual(shownTimes(timezone, isMeant))
})
