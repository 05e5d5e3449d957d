import { expect, test } from 'vitest'
import type { Credit } from './billing-overview.ts'
import { creditEndsInWords, creditUsedInWords, refundsInWords } from './credit-words.ts'

const visa = { brand: 'visa', last4: '4242' }
const at = Date.UTC(2027, 7, 22)
const credit: Credit = { amount: 3054, currency: 'usd', refunds: [{ amount: 3054, card: visa }], kept: 0, unplaced: 0 }

test('names each card once with what it gets back', () => {
  const parts = [
    { amount: 2000, card: visa },
    { amount: 500, card: { brand: 'mastercard', last4: '4444' } },
    { amount: 554, card: visa },
  ]
  expect(refundsInWords(parts, 'usd')).toBe(
    '$25.54 to your Visa ending in 4242 and $5.00 to your Mastercard ending in 4444',
  )
})

test.each([
  ['renews', 'If you cancel, we refund what is left when Pro ends.'],
  ['ends', 'When Pro ends, we refund $30.54 to your Visa ending in 4242.'],
  ['ended', 'We are refunding $30.54 to your Visa ending in 4242.'],
] as const)('says what is refunded for a plan that %s', (state, words) => {
  expect(creditEndsInWords(credit, state, 'Pro')).toEqual([words])
})

test('names credit that was given and stays', () => {
  const given = { ...credit, refunds: [], amount: 1000, kept: 1000 }
  const stays = '$10.00 of credit was given to you and stays for later payments.'
  expect(creditEndsInWords(given, 'ended', 'Pro')).toEqual([stays])
  expect(creditEndsInWords({ ...credit, amount: 4054, kept: 1000 }, 'ended', 'Pro')[1]).toBe(stays)
  expect(creditEndsInWords(given, 'ends', 'Pro', 'goes')).toEqual([
    '$10.00 of credit was given to you and is lost with your account.',
  ])
})

test('says what no card can take back', () => {
  const left = { ...credit, refunds: [], unplaced: 3054 }
  expect(creditEndsInWords(left, 'ended', 'Pro')).toEqual([
    'No card can take back $30.54. Contact support to get it another way.',
  ])
})

test('says how much of the next charge credit pays', () => {
  const charge = { amount: 87, currency: 'usd', at, promotions: [], credit: 262, card: null }
  expect(creditUsedInWords(charge)).toBe('Your credit pays $2.62 of it.')
  expect(creditUsedInWords({ ...charge, amount: 0, credit: 349 })).toBe('Your credit pays for it.')
  expect(creditUsedInWords({ ...charge, credit: 0 })).toBe('')
})
