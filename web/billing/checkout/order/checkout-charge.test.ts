import { expect, test } from 'vitest'
import { offer } from '../../../testing/checkout.fixture.ts'
import { chargeOf, intervalsLater, orderOf, otherIntervalPromo, type Choice } from './checkout-charge.ts'

const NOW = Date.UTC(2026, 10, 21, 18, 30)
const choice = (fields: Partial<Choice> = {}): Choice => ({
  offer: offer('intermediate_pro'),
  price_type: 'monthly',
  trial: null,
  promo: null,
  balance: 0,
  ...fields,
})
const promo = {
  code: 'WELCOME20',
  answer: {
    term: { kind: 'once' as const },
    month_price_copy: '$2.79 for the first month, then $3.49 a month',
    year_price_copy: '$27.99 for the first year, then $34.99 a year',
    month_first_payment: 279,
    year_first_payment: 2799,
  },
}
const day = (time: number) => new Date(time).toISOString().slice(0, 10)

test('charges the price today and again one interval later', () => {
  expect(chargeOf(choice(), NOW)).toMatchObject({ today: 349, first: 349, off: 0 })
  expect(day(chargeOf(choice(), NOW).next_at)).toBe('2026-12-21')
  expect(chargeOf(choice({ price_type: 'yearly' }), NOW)).toMatchObject({ today: 3499 })
  expect(day(chargeOf(choice({ price_type: 'yearly' }), NOW).next_at)).toBe('2027-11-21')
})

test('charges nothing until the trial ends', () => {
  const charge = chargeOf(choice({ trial: 7 }), NOW)
  expect(charge).toMatchObject({ today: 0, first: 349 })
  expect(day(charge.next_at)).toBe('2026-11-28')
})

test('subtracts the promo from the first payment of the chosen interval', () => {
  expect(chargeOf(choice({ promo }), NOW)).toMatchObject({ off: 70, today: 279, first: 279 })
  expect(chargeOf(choice({ promo, price_type: 'yearly' }), NOW)).toMatchObject({ off: 700, today: 2799 })
  expect(chargeOf(choice({ promo, trial: 7 }), NOW)).toMatchObject({ off: 70, today: 0, first: 279 })
})

test.each([
  { why: 'credit pays a part', balance: -100, today: 249, left: 0 },
  { why: 'credit pays all', balance: -500, today: 0, left: -151 },
  { why: 'an earlier payment left some', balance: 30, today: 379, left: 0 },
  { why: 'the rest is too small to charge', balance: -310, today: 0, left: 39 },
])('charges $today cents today where $why', ({ balance, today, left }) => {
  expect(chargeOf(choice({ balance }), NOW)).toMatchObject({ today, first: 349, left })
  expect(orderOf(choice({ balance }))).toMatchObject({ balance })
})

test.each([
  { why: 'credit waits', balance: -500, today: 0, left: -500 },
  { why: 'an earlier payment is due', balance: 500, today: 500, left: 0 },
  { why: 'that is too small to charge', balance: 30, today: 0, left: 30 },
])('a trial charges $today cents today where $why', ({ balance, today, left }) => {
  expect(chargeOf(choice({ trial: 7, balance }), NOW)).toMatchObject({ today, first: 349, left })
  expect(orderOf(choice({ trial: 7, balance }))).toMatchObject({ balance })
})

test('a code for the other interval lowers and orders nothing', () => {
  const answer = { ...promo.answer, month_first_payment: null, month_price_copy: 'This code is for yearly plans.' }
  const monthly = choice({ promo: { code: 'YEARLY25', answer } })
  expect(chargeOf(monthly, NOW)).toMatchObject({ off: 0, today: 349 })
  expect(otherIntervalPromo(monthly)).toBe('This code is for yearly plans.')
  expect(orderOf(monthly)).toMatchObject({ promo_code: null })
  expect(orderOf(monthly)).not.toHaveProperty('first_payment_in_cents')
  const yearly = { ...monthly, price_type: 'yearly' as const }
  expect(otherIntervalPromo(yearly)).toBe(null)
  expect(orderOf(yearly)).toMatchObject({ promo_code: 'YEARLY25', first_payment_in_cents: 2799 })
})

test('orders exactly what was shown', () => {
  expect(orderOf(choice({ promo, trial: 7, price_type: 'yearly' }))).toEqual({
    plan_id: 'intermediate_pro',
    product_id: 'prod_intermediate_pro',
    promo_code: 'WELCOME20',
    trial: true,
    balance: 0,
    first_payment_in_cents: 2799,
    price: { price_type: 'yearly', price_in_cents: 3499, currency: 'usd' },
  })
  expect(orderOf(choice())).toMatchObject({ promo_code: null, trial: false })
  expect(orderOf(choice())).not.toHaveProperty('first_payment_in_cents')
})

test('charges a student by the year', () => {
  const student = choice({ offer: offer('intermediate_pro', { monthly_plan: null }) })
  expect(chargeOf(student, NOW).plan.interval).toBe('year')
  expect(orderOf(student).price.price_type).toBe('yearly')
})

test.each([
  ['2026-01-31', 'month', '2026-02-28'],
  ['2028-01-31', 'month', '2028-02-29'],
  ['2026-12-31', 'month', '2027-01-31'],
  ['2026-10-31', 'month', '2026-11-30'],
  ['2028-02-29', 'year', '2029-02-28'],
  ['2026-11-21', 'year', '2027-11-21'],
] as const)('%s plus one %s is %s, as Stripe counts', (from, interval, to) => {
  expect(day(intervalsLater(Date.parse(`${from}T23:30:00Z`), interval))).toBe(to)
})
