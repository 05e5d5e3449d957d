import { expect, test } from 'vitest'
import { checkStepField } from '../find-step-file.ts'
import { findPlace } from './places.ts'

const check = (slug: string, place: string) =>
  checkStepField({ module_name: 'weather', kind: 'trigger', slug }, 'location', place)

test.each(['rain_tomorrow', 'sunset'])('refuses a place that it does not know for %s', (slug) => {
  expect(check(slug, ' Nowhere ')).toBe(
    'We do not know the place “Nowhere”. Choose it from the list, or use coordinates, like 59.91, 10.75.',
  )
})

test.each(['', 'São Paulo, Brazil', '59.91, 10.75', 'Faro, Portugal (37.02, -7.94)', '{{Place}}'])(
  'takes the place %j',
  (place) => {
    expect(check('sunset', place)).toBe(null)
  },
)

test.each([
  ['48.00, 7.85', 'Europe/Lisbon', 'Europe/Lisbon'],
  ['Hobart, Australia (-42.88, 147.33)', 'Europe/Lisbon', 'Australia/Melbourne'],
  ['-13.83, -171.77', 'Pacific/Auckland', 'Pacific/Auckland'],
  ['-16.80, -179.90', 'Europe/Lisbon', 'Pacific/Auckland'],
])('the clock at %s of somebody in %s is that of %s', (place, timezone, zone) => {
  expect(findPlace(place, timezone, Date.UTC(2026, 2, 1)).timezone).toBe(zone)
})

test('a text of blanks takes no longer to read than others', () => {
  const took = (text: string) => {
    const start = performance.now()
    findPlace(text, 'UTC', 0)
    return performance.now() - start
  }
  took('Faro')
  expect(took(`${' '.repeat(20_000)}x`)).toBeLessThan(150)
})
