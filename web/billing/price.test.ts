import { expect, test } from 'vitest'
import { formatPrice, yearlySaving } from './price.ts'

test('the yearly discount is (monthly − yearly / 12) relative to monthly, rounded (§9)', () => {
  expect(yearlySaving(349, 3499)).toEqual({ amount: 689, percent: 16 })
  expect(yearlySaving(999, 9999)).toEqual({ amount: 1989, percent: 17 })
  expect(yearlySaving(1000, 12_000)).toEqual({ amount: 0, percent: 0 })
})

test('prices count in the minor units of their currency', () => {
  expect(formatPrice(349, 'usd')).toBe('$3.49')
  expect(formatPrice(9990, 'usd')).toBe('$99.90')
  expect(formatPrice(500, 'jpy')).toBe('¥500')
  expect(formatPrice(0, 'usd')).toBe('$0')
})
