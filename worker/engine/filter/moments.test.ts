import { expect, test } from 'vitest'
import type { FilterInput } from './filter-types.ts'
import { evaluate, INPUT } from './testing/run-source.fixture.ts'

/** `now` is 2026-11-22, 22:30:15.250 in Berlin; the trigger fired at 22:00. */
const now = (code: string, input: FilterInput = INPUT) => evaluate(`Meta.currentUserTime.${code}`, input)

test.each([
  ['year()', '2026'],
  ['month()', '10'],
  ['date()', '22'],
  ['day()', '0'],
  ['hour()', '22'],
  ['minute()', '30'],
  ['second()', '15'],
  ['isoWeekday()', '7'],
  ['isoWeek()', '47'],
  ['dayOfYear()', '326'],
  ['quarter()', '4'],
  ['daysInMonth()', '30'],
  ['utcOffset()', '60'],
  ['unix()', '1795383015'],
  ['valueOf()', '1795383015250'],
  ['toISOString()', '2026-11-22T21:30:15.250Z'],
  ['tz("Asia/Tokyo").format()', '2026-11-23T06:30:15+09:00'],
  ['utc().hour()', '21'],
])('reads %s', async (code, value) => {
  expect(await now(code)).toBe(value)
})

test.each([
  ['', '2026-11-22T22:30:15+01:00'],
  ['"YYYY-MM-DD HH:mm:ss.SSS"', '2026-11-22 22:30:15.250'],
  ['"dddd, MMMM Do, h:mm a"', 'Sunday, November 22nd, 10:30 pm'],
  ['"ddd D MMM YY [at] hA"', 'Sun 22 Nov 26 at 10PM'],
  ['"E e d W ww GGGG Q DDDD X x"', '7 0 0 47 48 2026 4 326 1795383015 1795383015250'],
  ['"L | LL | LT | LTS"', '11/22/2026 | November 22, 2026 | 10:30 PM | 10:30:15 PM'],
  ['"ZZ Z"', '+0100 +01:00'],
  ['"DDD DDDD"', '326 326'],
])('formats as %s', async (format, text) => {
  expect(await now(`format(${format})`)).toBe(text)
})

test.each([
  ['add(1, "day")', '2026-11-23T22:30:15+01:00'],
  ['add(90, "minutes")', '2026-11-23T00:00:15+01:00'],
  ['subtract(1, "month")', '2026-10-22T22:30:15+02:00'],
  ['add({ weeks: 1, hours: 2 })', '2026-11-30T00:30:15+01:00'],
  ['date(31).month(1)', '2026-02-01T22:30:15+01:00'],
  ['month(0).date(31).add(1, "months")', '2026-02-28T22:30:15+01:00'],
  ['startOf("week")', '2026-11-22T00:00:00+01:00'],
  ['startOf("isoWeek")', '2026-11-16T00:00:00+01:00'],
  ['endOf("month")', '2026-11-30T23:59:59+01:00'],
  ['hour(9).minute(0).second(0)', '2026-11-22T09:00:00+01:00'],
])('counts %s', async (code, text) => {
  expect(await now(`${code}.format()`)).toBe(text)
})

test.each([
  ['diff(Meta.triggerTime, "minutes")', '30'],
  ['diff(Meta.triggerTime, "hours", true) > 0.5', 'true'],
  ['diff("2026-01-22", "months")', '10'],
  ['diff("2027-11-22T22:30:16+01:00", "years")', '-1'],
  ['isBefore(Meta.triggerTime)', 'false'],
  ['isAfter(Meta.triggerTime)', 'true'],
  ['isSame(Meta.triggerTime, "hour")', 'true'],
  ['isSame(Meta.triggerTime)', 'false'],
  ['isBetween("2026-11-22", "2026-11-23")', 'true'],
])('compares by %s', async (code, value) => {
  expect(await now(code)).toBe(value)
})

test('moments compare as numbers, and each look gives another', async () => {
  expect(await evaluate('Meta.currentUserTime > Meta.triggerTime')).toBe('true')
  const unchanged = '(() => { Meta.currentUserTime.add(1, "day"); return Meta.currentUserTime.date() })()'
  expect(await evaluate(unchanged)).toBe('22')
})

test('a day keeps its hour across a change of clocks', async () => {
  const before = { ...INPUT, now: Date.parse('2026-03-28T08:00:00Z') }
  expect(await now('add(1, "day").format()', before)).toBe('2026-03-29T09:00:00+02:00')
  expect(await now('add(24, "hours").format()', before)).toBe('2026-03-29T10:00:00+02:00')
  // 2:30 does not exist that night.
  expect(await now('date(29).hour(2).minute(30).format()', before)).toBe('2026-03-29T03:30:00+02:00')
})

test('an unknown zone is named', async () => {
  expect(await now('tz("Mars/North")')).toMatch(/“Mars\/North” is not a time zone/)
})
