import { expect, test } from 'vitest'
import { dayStart, movedBy, toMoment } from './time-filters.ts'

const BERLIN = 'Europe/Berlin'

test.each([
  ['2026-03-01T07:30', '2026-03-01T06:30:00.000Z'],
  ['2026-07-01 07:30', '2026-07-01T05:30:00.000Z'],
  ['2026-03-01', '2026-02-28T23:00:00.000Z'],
  ['2026-03-01T07:30:00+05:00', '2026-03-01T02:30:00.000Z'],
  ['soon', 'soon'],
  ['', ''],
])('the moment of %j in Berlin is %s', (text, moment) => {
  expect(toMoment(text, BERLIN)).toBe(moment)
})

test.each([
  ['1h 30m', '2026-03-01T10:30:00.000Z'],
  ['1d', '2026-03-02T09:00:00.000Z'],
  ['-45s', '2026-03-01T08:59:15.000Z'],
  ['', '2026-03-01T09:00:00.000Z'],
  ['a while', '2026-03-01T09:00:00.000Z'],
])('nine in the morning plus %j is %s', (length, moment) => {
  expect(movedBy('2026-03-01T09:00:00.000Z', length)).toBe(moment)
})

test('other texts than times are not moved', () => {
  expect(movedBy('soon', '1h')).toBe('soon')
})

test.each([
  ['2026-03-01T22:59:59.000Z', '2026-02-28T23:00:00.000Z'],
  ['2026-03-01T23:00:00.000Z', '2026-03-01T23:00:00.000Z'],
  ['soon', 'soon'],
])('the day of %s began in Berlin at %s', (text, start) => {
  expect(dayStart(text, BERLIN)).toBe(start)
})
