import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { WAITING, WALLET_MISSING, walletReducer, type WalletEvent } from './wallet-flow.ts'

const run = (...types: WalletEvent['type'][]) => types.map((type) => ({ type })).reduce(walletReducer, WAITING).kind

test('a wallet that answers within the second stays', () => {
  expect(run('mounted')).toBe('checking')
  expect(run('mounted', 'found')).toBe('available')
  expect(run('mounted', 'found', 'elapsed')).toBe('available')
})

test('an absent wallet says so for a second, then hides', () => {
  expect(run('mounted', 'absent')).toBe('absent')
  expect(run('absent')).toBe('absent')
  expect(run('mounted', 'absent', 'elapsed')).toBe('hidden')
})

// §2.3-19
test('a wallet silent for a second is hidden', () => {
  expect(run('mounted', 'elapsed')).toBe('hidden')
})

test('a wallet ready after the second is shown', () => {
  expect(run('mounted', 'elapsed', 'found')).toBe('available')
  expect(run('mounted', 'absent', 'elapsed', 'found')).toBe('available')
  expect(run('elapsed', 'mounted', 'found')).toBe('available')
})

test("counts the last of Stripe's answers", () => {
  expect(run('mounted', 'absent', 'found')).toBe('available')
  expect(run('mounted', 'found', 'found')).toBe('available')
  expect(run('mounted', 'found', 'absent')).toBe('absent')
  expect(run('mounted', 'found', 'elapsed', 'absent')).toBe('hidden')
})

// §2.3-20
test('names the missing wallet of each browser', () => {
  expect(WALLET_MISSING).toEqual({
    safari: 'Apple Pay not available',
    chrome: 'GPay not available',
    other: 'Payment method not available',
  })
})

test('in any order, nothing says "not available" after the second', () => {
  const type = constantFrom<WalletEvent['type']>('mounted', 'found', 'absent', 'elapsed')
  assert(
    property(array(type, { maxLength: 12 }), (types) => {
      if (types.includes('elapsed')) expect(run(...types)).toMatch(/^(available|hidden)$/)
    }),
  )
})
