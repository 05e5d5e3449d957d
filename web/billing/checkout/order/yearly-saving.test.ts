import { expect, test } from 'vitest'
import { yearlySaving } from './yearly-saving.ts'

// §9-07 §D3.3-11 §D3.3-12
test('the yearly discount is (monthly − yearly / 12) relative to monthly, rounded (§9)', () => {
  expect(yearlySaving(349, 3499)).toEqual({ amount: 689, percent: 16 })
  expect(yearlySaving(999, 9999)).toEqual({ amount: 1989, percent: 17 })
  expect(yearlySaving(1000, 12_000)).toEqual({ amount: 0, percent: 0 })
})
