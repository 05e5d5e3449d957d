import { expect, test } from 'vitest'
import { checkStepField } from '../operator/check-step-field.ts'

const check = (slug: string, place: string) =>
  checkStepField({ module_name: 'weather', kind: 'trigger', slug }, 'location', place)

test.each(['rain_tomorrow', 'sunset'])('refuses a place that it does not know for %s', (slug) => {
  expect(check(slug, ' Nowhere ')).toBe('We do not know the place “Nowhere”. Use coordinates, like 59.91, 10.75.')
})

test.each(['', 'São Paulo, Brazil', '59.91, 10.75', '{{Place}}'])('takes the place %j', (place) => {
  expect(check('sunset', place)).toBe(null)
})
