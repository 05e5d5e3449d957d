import { expect, test } from 'vitest'
import { offer } from '../../../testing/checkout.fixture.ts'
import { chargeOf, type Choice } from './checkout-charge.ts'
import { checkoutTitle, nextPayment, submitLabel } from './checkout-words.ts'

const NOW = Date.UTC(2026, 10, 21)
const answer = {
  month_price_copy: '$2.79 for the first month, then $3.49 a month',
  year_price_copy: '$27.99 for the first year, then $34.99 a year',
  term: { kind: 'once' as const },
  month_first_payment: 279,
  year_first_payment: 2799,
}
const choice = (fields: Partial<Choice> = {}): Choice => ({
  offer: offer('intermediate_pro'),
  price_type: 'monthly',
  trial: null,
  promo: null,
  balance: 0,
  ...fields,
})
const next = (given: Choice) => nextPayment(chargeOf(given, NOW), given, 'some day')

// §2.3-08
test('labels the button "Try it free" only for a non-student trial', () => {
  expect(submitLabel({ student: false, trial: null }, false)).toBe('Upgrade')
  expect(submitLabel({ student: false, trial: 7 }, false)).toBe('Try it free')
  expect(submitLabel({ student: true, trial: 7 }, false)).toBe('Upgrade')
})

// §2.3-11
test('labels a busy button "Upgrading..." or, for a trial, "Submitting..."', () => {
  expect(submitLabel({ student: false, trial: null }, true)).toBe('Upgrading...')
  expect(submitLabel({ student: true, trial: null }, true)).toBe('Upgrading...')
  expect(submitLabel({ student: false, trial: 7 }, true)).toBe('Submitting...')
})

test('names the plan, or the trial and its length', () => {
  expect(checkoutTitle(null, 'pro')).toBe('Upgrade to Pro+')
  expect(checkoutTitle(7, 'intermediate_pro')).toBe('Try Pro free for 7 days')
})

test('describes the next payments in the words of the promo', () => {
  const promo = { code: 'WELCOME20', answer }
  expect(next(choice({ promo }))).toBe(
    '$2.79 for the first month, then $3.49 a month. Your next payment is on some day.',
  )
  expect(next(choice({ promo, price_type: 'yearly' }))).toContain('$27.99 for the first year')
  const yearlyOnly = { ...answer, month_price_copy: 'This code is for yearly plans.', month_first_payment: null }
  expect(next(choice({ promo: { code: 'YEARLY25', answer: yearlyOnly } }))).toBe(
    'Your next payment is $3.49 on some day, then every month.',
  )
  expect(next(choice({ promo, trial: 7 }))).toBe(
    'Your free trial ends on some day. Unless you cancel before then, you pay: $2.79 for the first month, then $3.49 a month.',
  )
})
