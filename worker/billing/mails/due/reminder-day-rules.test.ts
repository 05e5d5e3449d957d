import { expect, test } from 'vitest'
import { zoneOffset } from '../../../contract/shared/local-day.ts'
import { isReminderDue } from './reminder-day-rules.ts'

const local = (iso: string, zone: string) => {
  const at = Date.parse(iso)
  return { at, offset: zoneOffset(at, zone) }
}

/** Clocks in New York went forward on March 8, 2026, and back on November 1. */
test.each([
  ['March 7, before nine', 'America/New_York', '2026-03-07T13:59:59Z', '2026-03-10T16:00:00Z', false],
  ['March 7 at nine', 'America/New_York', '2026-03-07T14:00:00Z', '2026-03-10T16:00:00Z', true],
  ['March 8, before nine', 'America/New_York', '2026-03-08T12:59:59Z', '2026-03-11T04:00:00Z', false],
  ['March 8 at nine, an hour earlier', 'America/New_York', '2026-03-08T13:00:00Z', '2026-03-11T04:00:00Z', true],
  ['March 8 at midnight, two days left', 'America/New_York', '2026-03-08T05:00:00Z', '2026-03-11T03:59:00Z', true],
  ['October 29, before nine', 'America/New_York', '2026-10-29T12:59:59Z', '2026-11-02T04:59:00Z', false],
  ['October 29 at nine', 'America/New_York', '2026-10-29T13:00:00Z', '2026-11-02T04:59:00Z', true],
  ['Kiribati, whose day is far ahead', 'Pacific/Kiritimati', '2026-03-06T19:00:00Z', '2026-03-10T09:00:00Z', true],
  ['an hour before the end', 'UTC', '2026-03-10T15:00:00Z', '2026-03-10T16:00:00Z', true],
  ['the end itself', 'UTC', '2026-03-10T16:00:00Z', '2026-03-10T16:00:00Z', false],
])('a reminder of three days: %s', (_, zone, now, then, due) => {
  expect(isReminderDue(local(now, zone), local(then, zone), 3)).toBe(due)
})
