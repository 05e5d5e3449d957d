import { Cron } from 'croner'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextInCalendar, readCronExpression } from '../../contract/schedule/cron-expression.ts'
import { isAnyDay, isOneOfWeekdays, nextTimeOfDay } from './next-local-time.ts'
import { schedule } from './service.ts'

function times(slug: string, fields: Record<string, string>, timezone: string, from: string, count: number) {
  const trigger = schedule.code?.triggers?.[slug]
  if (!trigger || !('next' in trigger)) throw new Error(`No clock trigger ${slug}`)
  const found: string[] = []
  for (let after = Date.parse(from); found.length < count;) {
    const item = trigger.next({ fields, applet_id: 1 }, { after, timezone })
    if (!item?.at) break
    found.push(item.id.slice(0, 16))
    after = item.at
  }
  return found
}

describe('a schedule', () => {
  test.each([
    [
      'every day',
      'every_day',
      { time: '07:30' },
      'Europe/Berlin',
      '2026-03-01T06:30',
      ['2026-03-02T06:30', '2026-03-03T06:30'],
    ],
    [
      'every hour',
      'every_hour',
      { minute: '15' },
      'Asia/Kolkata',
      '2026-03-01T00:00',
      ['2026-03-01T00:45', '2026-03-01T01:45'],
    ],
    ['every week', 'every_week', { weekday: '0', time: '00:00' }, 'UTC', '2026-03-01T00:00', ['2026-03-08T00:00']],
    // The clock goes from 2:00 to 3:00: the first minute after the gap.
    [
      'a skipped time',
      'every_day',
      { time: '02:30' },
      'Europe/Berlin',
      '2026-03-28T12:00',
      ['2026-03-29T01:00', '2026-03-30T00:30'],
    ],
    // The clock goes from 3:00 back to 2:00.
    [
      'a time shown twice',
      'every_day',
      { time: '02:30' },
      'Europe/Berlin',
      '2026-10-24T12:00',
      ['2026-10-25T00:30', '2026-10-26T01:30'],
    ],
    // Midnight does not exist there on that day.
    [
      'a skipped midnight',
      'every_day',
      { time: '00:00' },
      'America/Santiago',
      '2026-09-05T05:00',
      ['2026-09-06T04:00', '2026-09-07T03:00'],
    ],
    [
      'a half-hour change',
      'every_day',
      { time: '01:45' },
      'Australia/Lord_Howe',
      '2026-04-03T20:00',
      ['2026-04-04T14:45', '2026-04-05T15:15'],
    ],
    [
      'every hour, twice shown',
      'every_hour',
      { minute: '30' },
      'Europe/Berlin',
      '2026-10-25T00:00',
      ['2026-10-25T00:30', '2026-10-25T01:30'],
    ],
    [
      'chosen days of the week',
      'every_weekday',
      { weekdays: '1\n5', time: '09:00' },
      'UTC',
      '2026-03-01T00:00',
      ['2026-03-02T09:00', '2026-03-06T09:00', '2026-03-09T09:00'],
    ],
    [
      'a day of the month, or its last',
      'every_month',
      { day: '31', time: '09:00' },
      'UTC',
      '2026-01-31T09:00',
      ['2026-02-28T09:00', '2026-03-31T09:00', '2026-04-30T09:00'],
    ],
    [
      'February 29, or the day before',
      'every_year',
      { month: '2', day: '29', time: '09:00' },
      'UTC',
      '2026-03-01T00:00',
      ['2027-02-28T09:00', '2028-02-29T09:00', '2029-02-28T09:00'],
    ],
    [
      'by cron expression',
      'cron',
      { cron: '0,30 7 * * 1-5' },
      'Europe/Berlin',
      '2026-03-06T06:00',
      ['2026-03-06T06:30', '2026-03-09T06:00'],
    ],
    ['an unknown zone', 'every_day', { time: '07:30' }, 'Mars/Olympus', '2026-03-01T06:30', ['2026-03-01T07:30']],
  ] as const)('runs %s', (_, slug, fields, timezone, from, expected) => {
    expect(times(slug, fields, timezone, `${from}:00Z`, expected.length)).toEqual(expected)
  })

  test.each([
    ['every_hour', { minute: '61' }],
    ['every_hour', { minute: '1.5' }],
    ['every_day', { time: 'noon' }],
    ['every_week', { weekday: 'x', time: '07:30' }],
    ['every_weekday', { weekdays: '', time: '07:30' }],
    ['every_month', { day: '32', time: '07:30' }],
    ['every_year', { month: '13', day: '1', time: '07:30' }],
    ['cron', { cron: '0 0 30 2 *' }],
    ['cron', { cron: 'every morning' }],
    ['cron', { cron: '0 0 7 * * *' }],
    ['cron', { cron: '@daily' }],
  ])('never runs %s with %j', (slug, fields: Record<string, string>) => {
    expect(times(slug, fields, 'UTC', '2026-03-01T00:00:00Z', 1)).toEqual([])
  })

  test('tells the local date, time and weekday', () => {
    const trigger = schedule.code?.triggers?.['every_day']
    const next =
      trigger &&
      'next' in trigger &&
      trigger.next(
        { fields: { time: '00:15' }, applet_id: 1 },
        { after: Date.UTC(2026, 2, 1, 12), timezone: 'Asia/Tokyo' },
      )
    expect(next && next.ingredients).toEqual({
      OccurredAt: '2026-03-01T15:15:00.000Z',
      Date: '2026-03-02',
      Time: '00:15',
      Weekday: 'Monday',
    })
  })
})

test('the next time is the one that croner finds', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'America/Santiago', 'Asia/Kolkata', 'Pacific/Auckland']
  const start = Date.UTC(2024, 0, 1)
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: start, max: start + 3 * 366 * 86_400_000 }),
      fc.record({
        hour: fc.nat(23),
        minute: fc.nat(59),
        weekday: fc.option(fc.nat(6)),
      }),
      (timezone, after, time) => {
        const { hour, minute, weekday } = time
        const cron = (pattern: string) => new Cron(pattern, { timezone }).nextRun(new Date(after))?.getTime()
        const isDay = weekday === null ? isAnyDay : isOneOfWeekdays([weekday])
        expect(nextTimeOfDay(time, isDay, { after, timezone })).toBe(cron(`${minute} ${hour} * * ${weekday ?? '*'}`))
      },
    ),
    { numRuns: 300 },
  )
})

const value = (least: number, most: number) => fc.integer({ min: least, max: most }).map(String)
function part(least: number, most: number) {
  const range = fc.tuple(fc.integer({ min: least, max: most }), fc.integer({ min: least, max: most }))
  const ranged = range.map(([one, other]) => `${Math.min(one, other)}-${Math.max(one, other)}`)
  const stepped = fc
    .tuple(fc.oneof(fc.constant('*'), ranged), fc.integer({ min: 1, max: 6 }))
    .map(([of, by]) => `${of}/${by}`)
  const listed = fc
    .array(fc.oneof(value(least, most), ranged), { minLength: 2, maxLength: 3 })
    .map((items) => items.join())
  return fc.oneof({ weight: 3, arbitrary: fc.constant('*') }, value(least, most), ranged, stepped, listed)
}

test('a cron expression means what croner reads in it', () => {
  const names = fc.constantFrom('mon-fri', 'SAT,SUN', '7', '5-7')
  const months = fc.constantFrom('jan', 'MAR-may', 'feb,dec')
  fc.assert(
    fc.property(
      fc.tuple(part(0, 59), part(0, 23), part(1, 31), fc.oneof(part(1, 12), months), fc.oneof(part(0, 6), names)),
      fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) }),
      (parts, after) => {
        const pattern = parts.join(' ')
        const read = readCronExpression(pattern)
        const expected = new Cron(pattern, { timezone: 'UTC', mode: '5-part' }).nextRun(new Date(after))
        expect(read && nextInCalendar(read, after), pattern).toBe(expected?.getTime() ?? null)
      },
    ),
    { numRuns: 1000 },
  )
})

test.each([
  '',
  '* * * *',
  '60 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  '* * * 13 *',
  '* * * * 8',
  '5-1 * * * *',
  '*/0 * * * *',
  '*-5 * * * *',
  'a * * * *',
  '1, * * * *',
  '* * L * *',
  '* * * foo *',
])('“%s” is not a cron expression', (text) => {
  expect(readCronExpression(text)).toBeNull()
})
