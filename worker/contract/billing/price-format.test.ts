import { expect, test } from 'vitest'
import { currencyNote, formatPrice } from './price-format.ts'

test('writes every amount with the decimals of its currency', () => {
  expect(formatPrice(349, 'usd')).toBe('$3.49')
  expect(formatPrice(9990, 'usd')).toBe('$99.90')
  expect(formatPrice(500, 'usd')).toBe('$5.00')
  expect(formatPrice(0, 'usd')).toBe('$0.00')
  expect(formatPrice(500, 'jpy')).toBe('¥500')
})

test('writes a negative amount with a minus sign before the dollar sign', () => {
  expect(formatPrice(-349, 'usd')).toBe('\u2212$3.49')
  expect(formatPrice(-0, 'usd')).toBe('$0.00')
})

test('names the currency by its code', () => {
  expect(currencyNote('usd')).toBe('All amounts are in USD.')
})
