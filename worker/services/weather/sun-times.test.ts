import * as fc from 'fast-check'
import { getPosition } from 'suncalc'
import { expect, test } from 'vitest'
import { DAY } from '../../contract/shared/durations.ts'
import { nextSunTime } from './sun-times.ts'

const YEAR = Date.UTC(2026, 0, 1)
const somewhere = {
  latitude: fc.double({ min: -89, max: 89, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  name: fc.constant('here'),
  timezone: fc.constant('UTC'),
}

test('the sun stands at the horizon when it rises and sets', () => {
  fc.assert(
    fc.property(
      fc.record(somewhere),
      fc.integer({ min: 0, max: 365 * DAY }),
      fc.constantFrom('sunrise', 'sunset'),
      (place, offset, which) => {
        const next = nextSunTime(which, place, YEAR + offset)
        if (!next) return
        const { altitude } = getPosition(new Date(next.at), place.latitude, place.longitude)
        expect(next.at).toBeGreaterThan(YEAR + offset)
        // In degrees, raised by refraction: its upper edge is what rises.
        expect(Math.abs(altitude + 0.35)).toBeLessThan(0.6)
      },
    ),
    { numRuns: 2000 },
  )
})

test('no sunrise is left out through a year', () => {
  for (const latitude of [-60, -35, 0, 35, 60]) {
    const place = { latitude, longitude: 10, name: 'here', timezone: 'UTC' }
    let at = YEAR
    for (let count = 0; count < 365; count++) {
      const next = nextSunTime('sunrise', place, at)
      const gap = (next?.at ?? 0) - at
      if (count > 0) expect(Math.abs(gap - DAY)).toBeLessThan(10 * 60_000)
      at = next?.at ?? at
    }
  }
})
