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
test('a wallet silent for a second stays hidden', () => {
  expect(run('mounted', 'elapsed')).toBe('hidden')
  expect(run('mounted', 'elapsed', 'found')).toBe('hidden')
  expect(run('mounted', 'absent', 'found')).toBe('absent')
})

// §2.3-20 §2.3-22
test('names the missing wallet of each browser', () => {
  expect(WALLET_MISSING).toEqual({
    safari: 'Apple Pay not available',
    chrome: 'GPay not available',
    other: 'Payment method not available',
  })
})

test('in any order, a hidden wallet never comes back', () => {
  const type = constantFrom<WalletEvent['type']>('mounted', 'found', 'absent', 'elapsed')
  assert(
    property(array(type, { maxLength: 12 }), (types) => {
      const hiddenAt = types.findIndex((_, at) => run(...types.slice(0, at + 1)) === 'hidden')
      if (hiddenAt >= 0) expect(run(...types)).toBe('hidden')
    }),
  )
})
