import { expect, test } from 'vitest'
import { badgeOf, cardInWords, expiryInWords, hasExpired } from './billing-words.ts'
import { aPlan, RENEWS } from './billing-overview.fixture.ts'

test.each([
  ['nothing', 'runs', {}],
  ['Free trial', 'is on trial', { status: 'trialing' }],
  ['Canceled', 'ends with what is paid for', { ends_at: RENEWS }],
  ['Canceled', 'ends with its trial', { status: 'trialing', ends_at: RENEWS }],
  ['Payment failed', 'is past due', { status: 'past_due' }],
  ['Payment failed', 'is past due and canceled', { status: 'past_due', ends_at: RENEWS }],
])('shows %s for a plan that %s', (words, _, fields) => {
  expect(badgeOf(aPlan(fields), false)?.words ?? 'nothing').toBe(words)
})

test('names a card by brand, last digits and expiry', () => {
  const card = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 }
  expect(cardInWords(card)).toBe('Visa ending in 4242')
  expect(cardInWords({ ...card, brand: 'constructor' })).toBe('Card ending in 4242')
  expect(expiryInWords(card)).toBe('04/2030')
})

test('a card is good through the last day of its month', () => {
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2026 }
  expect(hasExpired(card, Date.UTC(2026, 11, 31, 23))).toBe(false)
  expect(hasExpired(card, Date.UTC(2027, 0, 1))).toBe(true)
})
