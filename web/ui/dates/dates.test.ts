import { expect, test } from 'vitest'
import { agoInWords, dayInWords, timeInWords } from './dates.ts'
import { HOUR } from '../../../worker/contract/shared/durations.ts'

const NOW = Date.UTC(2026, 10, 21, 12, 0)

test('a day is in the given time zone', () => {
  const late = Date.UTC(2026, 10, 20, 23, 30)
  expect(dayInWords(late, 'UTC')).toBe('November 20, 2026')
  expect(dayInWords(late, 'Asia/Tokyo')).toBe('November 21, 2026')
})

test('a time of day is in the given time zone', () => {
  expect(timeInWords(NOW, 'UTC').replace('\u202f', ' ')).toBe('12:00 PM')
  expect(timeInWords(NOW, 'Asia/Tokyo').replace('\u202f', ' ')).toBe('9:00 PM')
})

test.each([
  [NOW + HOUR, 'just now'],
  [NOW - 59_000, 'just now'],
  [NOW - 60_000, '1 minute ago'],
  [NOW - HOUR + 1, '59 minutes ago'],
  [NOW - HOUR, '1 hour ago'],
  [NOW - 24 * HOUR + 1, '23 hours ago'],
  [NOW - 24 * HOUR, 'yesterday'],
  [NOW - 7 * 24 * HOUR + 1, '6 days ago'],
  [NOW - 7 * 24 * HOUR, 'November 14, 2026'],
])('%i reads %s', (time, words) => {
  expect(agoInWords(time, NOW, 'UTC')).toBe(words)
})
