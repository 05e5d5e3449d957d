import { expect, test } from 'vitest'
import { knownTimeZone } from './time-zone.ts'

test.each(['Europe/Berlin', 'Asia/Kolkata', 'Asia/Calcutta', 'UTC'])('keeps the timezone cookie %s', (zone) =>
  expect(knownTimeZone(zone)).toBe(zone),
)

test.each(['', 'Mars/Olympus', '+01:00', '<script>', 'Europe/Berlin\u0000', 'x'.repeat(65), undefined])(
  'ignores a timezone cookie that names no zone: %j',
  (zone) => expect(knownTimeZone(zone)).toBeNull(),
)
