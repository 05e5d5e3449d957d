import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addIntervals, day, periodFrom, trialWarning } from './billing-periods.ts'
import type { Recurring } from './billing-periods.ts'

const monthly: Recurring = { interval: 'month', interval_count: 1 }
const yearly: Recurring = { interval: 'year', interval_count: 1 }

const seconds = (iso: string): number => Date.parse(iso) / 1000
const iso = (time: number): string => new Date(time * 1000).toISOString()

describe('billing periods', () => {
  test('bills from the 31st on the last day of shorter months', () => {
    const anchor = seconds('2027-01-31T10:20:30Z')
    const ends = [0, 1, 2, 3].reduce<number[]>((found) => [...found, after(found.at(-1) ?? anchor)], [])
    expect(ends.map(iso)).toEqual([
      '2027-02-28T10:20:30.000Z',
      '2027-03-31T10:20:30.000Z',
      '2027-04-30T10:20:30.000Z',
      '2027-05-31T10:20:30.000Z',
    ])

    function after(start: number): number {
      return periodFrom(start, anchor, monthly).end
    }
  })

  test('a year from February 29 ends on the 28th', () => {
    const anchor = seconds('2028-02-29T00:00:00Z')
    expect(iso(addIntervals(anchor, yearly, 1))).toBe('2029-02-28T00:00:00.000Z')
    expect(iso(addIntervals(anchor, yearly, 4))).toBe('2032-02-29T00:00:00.000Z')
  })

  test('three months end on the day of the first', () => {
    const anchor = seconds('2027-03-27T12:00:00Z')
    expect(iso(addIntervals(anchor, { interval: 'month', interval_count: 3 }, 1))).toBe('2027-06-27T12:00:00.000Z')
  })

  test('chains periods without a gap for any anchor', () => {
    const anchors = fc.integer({ min: seconds('2020-01-01T00:00:00Z'), max: seconds('2040-01-01T00:00:00Z') })
    const intervals = fc.constantFrom(monthly, yearly)
    fc.assert(
      fc.property(anchors, intervals, fc.nat(60), (anchor, recurring, count) => {
        const start = addIntervals(anchor, recurring, count)
        const period = periodFrom(start, anchor, recurring)
        expect(period.end).toBe(addIntervals(anchor, recurring, count + 1))
        expect(period.end).toBeGreaterThan(start)
      }),
    )
  })
})

test('warns of a trial three days before its end, or at once', () => {
  const now = seconds('2027-01-01T08:00:00Z')
  expect(trialWarning(now, now + 7 * day)).toBe(now + 4 * day)
  expect(trialWarning(now, now + day)).toBe(now)
})
