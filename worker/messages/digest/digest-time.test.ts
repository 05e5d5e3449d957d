import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY } from '../../contract/shared/durations.ts'
import { lastDigestTime } from './digest-time.ts'

const at = (text: string) => Date.parse(text)

test.each([
  ['2026-03-01T12:00:00Z', null, '2026-02-28T18:00:00Z'],
  ['2026-03-01T18:00:00Z', 'UTC', '2026-03-01T18:00:00Z'],
  ['2026-03-01T17:59:59Z', 'UTC', '2026-02-28T18:00:00Z'],
  ['2026-03-01T12:00:00Z', 'Asia/Tokyo', '2026-03-01T09:00:00Z'],
  ['2026-03-01T12:45:00Z', 'Asia/Kolkata', '2026-03-01T12:30:00Z'],
  ['2026-03-01T12:00:00Z', 'America/New_York', '2026-02-28T23:00:00Z'],
  ['2026-03-29T16:30:00Z', 'Europe/Berlin', '2026-03-29T16:00:00Z'],
  ['2026-03-29T10:00:00Z', 'Europe/Berlin', '2026-03-28T17:00:00Z'],
  ['2026-10-25T10:00:00Z', 'Europe/Berlin', '2026-10-24T16:00:00Z'],
  ['2026-03-01T12:00:00Z', 'Nowhere/None', '2026-02-28T18:00:00Z'],
])('at %s in %s the last digest was due at %s', (now, zone, due) => {
  expect(new Date(lastDigestTime(at(now), zone)).toISOString()).toBe(new Date(at(due)).toISOString())
})

test('the last digest was due within a day', () => {
  const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia')
  fc.assert(
    fc.property(fc.integer({ min: at('2026-01-01'), max: at('2028-01-01') }), zones, (now, zone) => {
      const due = lastDigestTime(now, zone)
      expect(due).toBeLessThanOrEqual(now)
      expect(due).toBeGreaterThan(now - 1.1 * DAY)
    }),
  )
})
