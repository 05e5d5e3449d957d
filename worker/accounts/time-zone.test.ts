import { expect, test } from 'vitest'
import { knownTimeZone } from './time-zone.ts'

test.each(['Europe/Berlin', 'Asia/Kolkata', 'Asia/Calcutta', 'UTC'])('the timezone cookie %s is kept (§9)', (zone) =>
  expect(knownTimeZone(zone)).toBe(zone),
)

// §D3.6-13
test.each(['', 'Mars/Olympus', '+01:00', '<script>', 'Europe/Berlin\u0000', 'x'.repeat(65), undefined])(
  'a timezone cookie that names no zone is not kept: %j (§9)',
  (zone) => expect(knownTimeZone(zone)).toBeNull(),
)
