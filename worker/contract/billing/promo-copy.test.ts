import { expect, test } from 'vitest'
import { formatPrice, toPlan } from './price-format.ts'
import { promoCopy } from './promo-copy.ts'
import type { PromoTerm } from './checkout.ts'

const once: PromoTerm = { kind: 'once' }

test.each([
  ['$2.79 for the first month, then $3.49 a month', 279, 349, 'month', once],
  ['$27.99 for the first year, then $34.99 a year', 2799, 3499, 'year', once],
  ['$0.00 for the first month, then $3.49 a month', 0, 349, 'month', once],
  ['$3.14 a month', 314, 349, 'month', { kind: 'forever' }],
  ['$2.44 a month for the first 3 months, then $3.49', 244, 349, 'month', { kind: 'months', months: 3 }],
  ['$2.44 for the first month, then $3.49 a month', 244, 349, 'month', { kind: 'months', months: 1 }],
  ['$24.49 for the first year, then $34.99 a year', 2449, 3499, 'year', { kind: 'months', months: 3 }],
  ['$24.49 a year for the first 2 years, then $34.99', 2449, 3499, 'year', { kind: 'months', months: 13 }],
] as const)('writes "%s"', (copy, first, full, interval, term) => {
  expect(promoCopy({ first, full, currency: 'usd', interval, term })).toBe(copy)
})

test('money has the decimals of its currency', () => {
  expect(formatPrice(3499, 'usd')).toBe('$34.99')
  expect(formatPrice(349, 'jpy')).toBe('¥349')
})

// §3-01
test('a yearly price shows its monthly amount, rounded to the cent', () => {
  const row = { plan_id: 'pro', product_id: 'prod_pro', amount: 3499, currency: 'usd', interval: 'year' } as const
  expect(toPlan(row)).toEqual({
    ...row,
    tier: 'pro',
    local_price_formatted: '$34.99',
    local_price_formatted_monthly: '$2.92',
  })
})
