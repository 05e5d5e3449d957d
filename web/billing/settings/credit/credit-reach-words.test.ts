import { expect, test } from 'vitest'
import { creditReachInWords } from './credit-reach-words.ts'

const later = { price: 349, currency: 'usd', interval: 'month', timeZone: 'UTC' } as const
const at = Date.UTC(2027, 7, 22)

test.each([
  [0, 100, 'It lowers your next payment: on August 22, 2027 your card is charged $1.00, then $3.49 a month.'],
  [1, 87, 'It pays your next payment. On August 22, 2027 your card is charged $0.87, then $3.49 a month.'],
  [8, 349, 'It pays your next 8 payments. On August 22, 2027 your card is charged $3.49 a month.'],
])('says what credit for %i payments leaves to the card', (covered, amount, words) => {
  expect(creditReachInWords({ covered, amount, at }, later)).toBe(words)
})

test('names no day when the card is never charged', () => {
  expect(creditReachInWords(null, later)).toBe('It pays your next payments.')
})
