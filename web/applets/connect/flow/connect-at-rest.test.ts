import { expect, test } from 'vitest'
import { isAtRest } from './connect-at-rest.ts'

test('a loaded, idle page is at rest', () => {
  expect(isAtRest({ kind: 'idle', outcome: 'loaded' })).toBe(true)
})

test.each(['counting', 'leaving', 'checking', 'creating', 'saving', 'disabling', 'disconnected'] as const)(
  'nothing else opens while it is %s',
  (kind) => expect(isAtRest({ kind, outcome: 'loaded' })).toBe(false),
)

test.each(['created', 'updated', 'disabled'] as const)('nothing covers what was just %s', (outcome) => {
  expect(isAtRest({ kind: 'idle', outcome })).toBe(false)
})
