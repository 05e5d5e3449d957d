import { expect, test } from 'vitest'
import { formatPrice } from './price-format.ts'

test('formats prices from the minor units of their currency', () => {
  expect(formatPrice(349, 'usd')).toBe('$3.49')
  expect(formatPrice(9990, 'usd')).toBe('$99.90')
  expect(formatPrice(500, 'jpy')).toBe('¥500')
  expect(formatPrice(0, 'usd')).toBe('$0')
})
