import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Promotion } from '../../contract/billing/applied-promotion.ts'
import { creditReach, priceAt } from './credit-reach.ts'

const FIRST = Date.UTC(2027, 0, 31)
const monthly = {
  first: 349,
  price: 349,
  promotions: [],
  interval: 'month' as const,
  first_at: FIRST,
  anchor: FIRST,
  booked: null,
}
const off = (percent_off: number, rest: Partial<Promotion>): Promotion => ({
  id: 'di_1',
  name: 'OFF',
  percent_off,
  amount_off: null,
  lasts: 'forever',
  ends_at: null,
  ...rest,
})

test('has no reach without credit', () => {
  expect(creditReach(0, monthly)).toBeNull()
})

test.each([
  ['nothing but a part of the first', 100, { covered: 0, amount: 249, at: FIRST }],
  ['one payment to the cent', 349, { covered: 1, amount: 349, at: Date.UTC(2027, 1, 28) }],
  ['two payments and a part', 900, { covered: 2, amount: 147, at: Date.UTC(2027, 2, 31) }],
])('credit covers %s', (_, credit, reach) => {
  expect(creditReach(credit, monthly)).toEqual(reach)
})

test('a rest below 50 cents is charged with the next payment', () => {
  expect(creditReach(310, monthly)).toEqual({ covered: 1, amount: 388, at: Date.UTC(2027, 1, 28) })
})

test('later payments lose promotions that end before them', () => {
  const until = off(10, { lasts: 'until', ends_at: Date.UTC(2027, 1, 1) })
  expect(creditReach(314, { ...monthly, first: 314, promotions: [until] })).toMatchObject({ covered: 1, amount: 349 })
  expect(priceAt({ price: 349, promotions: [off(10, {})] }, FIRST)).toBe(314)
  expect(priceAt({ price: 349, promotions: [off(20, { lasts: 'once' })] }, FIRST)).toBe(349)
})

test.each([
  [100, 249],
  [400, 0],
])('takes %i cents of a promotion off the price', (amount_off, left) => {
  expect(priceAt({ price: 349, promotions: [{ ...off(0, {}), percent_off: null, amount_off }] }, FIRST)).toBe(left)
})

test('counts payments from a booked change on at its price', () => {
  const plus = { ...monthly, first: 349, price: 999 }
  const at = FIRST
  expect(creditReach(8800, { ...plus, booked: { price: 349, interval: 'month', at } })).toMatchObject({ covered: 25 })
  const later = { price: 3499, interval: 'year' as const, at: Date.UTC(2027, 1, 28) }
  expect(creditReach(4000, { ...monthly, booked: later })).toEqual({
    covered: 2,
    amount: 3347,
    at: Date.UTC(2028, 1, 28),
  })
})

test('free payments never reach the card', () => {
  expect(creditReach(1, { ...monthly, first: 0, promotions: [off(100, {})] })).toBeNull()
})

test('credit and card together pay every payment up to that day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 199, max: 9999 }), (credit, price) => {
      const reach = creditReach(credit, { ...monthly, first: price, price })
      expect(credit + (reach?.amount ?? 0)).toBe(price * ((reach?.covered ?? 0) + 1))
    }),
  )
})
