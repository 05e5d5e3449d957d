import { expect, test } from 'vitest'
import { yearlySaving } from './yearly-saving.ts'

// §9-07
test('rounds the yearly discount relative to the monthly price', () => {
  expect(yearlySaving(349, 3499)).toEqual({ amount: 689, percent: 16 })
  expect(yearlySaving(999, 9999)).toEqual({ amount: 1989, percent: 17 })
  expect(yearlySaving(1000, 12_000)).toEqual({ amount: 0, percent: 0 })
})
