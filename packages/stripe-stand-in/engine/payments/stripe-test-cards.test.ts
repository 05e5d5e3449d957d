import { describe, expect, test } from 'vitest'
import {
  cardByAlias,
  cardByFingerprint,
  cardByNumber,
  chargeDecline,
  chargeNeedsAuthentication,
  fingerprintOf,
  setupNeedsAuthentication,
  testCards,
} from './stripe-test-cards.ts'
import type { TestCard } from './stripe-test-cards.ts'

const here = { onSession: true, setUp: false }
const away = { onSession: false, setUp: false }
const awaySetUp = { onSession: false, setUp: true }

function named(number: string): TestCard {
  const card = cardByNumber(number)
  if (card === undefined) throw new Error(`no card ${number}`)
  return card
}

describe('test cards', () => {
  test('gives each number a Luhn check and its own fingerprint', () => {
    for (const card of testCards) {
      expect(luhn(card.number), card.number).toBe(true)
      expect(cardByFingerprint(fingerprintOf(card.number))).toBe(card)
      expect(fingerprintOf(card.number)).toMatch(/^[0-9A-Za-z]{16}$/)
    }
    expect(new Set(testCards.map((card) => card.alias)).size).toBe(testCards.length)
  })

  test('finds no card for an unknown number, alias or fingerprint', () => {
    expect(cardByNumber('4111111111111112')).toBeUndefined()
    expect(cardByAlias('gold')).toBeUndefined()
    expect(cardByFingerprint(null)).toBeUndefined()
  })

  test('4000002500003155 asks until set up, and always on session', () => {
    const card = named('4000002500003155')
    expect(chargeNeedsAuthentication(card, here)).toBe(true)
    expect(chargeNeedsAuthentication(card, away)).toBe(true)
    expect(chargeNeedsAuthentication(card, awaySetUp)).toBe(false)
    expect(setupNeedsAuthentication(card)).toBe(true)
  })

  test('asks always, on session only, or never, by card', () => {
    expect(chargeNeedsAuthentication(named('4000002760003184'), awaySetUp)).toBe(true)
    expect(chargeNeedsAuthentication(named('4000003800000446'), here)).toBe(true)
    expect(chargeNeedsAuthentication(named('4000003800000446'), away)).toBe(false)
    expect(chargeNeedsAuthentication(named('4242424242424242'), here)).toBe(false)
  })

  test('may decline a charge on a card that attached', () => {
    expect(named('4000000000000341').dead).toBeUndefined()
    expect(chargeDecline(named('4000000000000341'))?.decline_code).toBe('generic_decline')
    expect(chargeDecline(named('4000008260003178'))?.decline_code).toBe('insufficient_funds')
    expect(named('4000000000009995').dead?.decline_code).toBe('insufficient_funds')
    expect(chargeDecline(named('4242424242424242'))).toBeUndefined()
  })
})

function luhn(number: string): boolean {
  const digits = [...number].toReversed().map(Number)
  const sum = digits.reduce((total, digit, index) => {
    const twice = index % 2 === 1 ? digit * 2 : digit
    return total + (twice > 9 ? twice - 9 : twice)
  }, 0)
  return sum % 10 === 0
}
