import { expect, test } from 'vitest'
import { isAtRest } from './connect-at-rest.ts'

test('a page that was loaded and does nothing is at rest', () => {
  expect(isAtRest({ kind: 'idle', outcome: 'loaded' })).toBe(true)
})

test.each(['counting', 'leaving', 'checking', 'creating', 'saving', 'disabling', 'disconnected'] as const)(
  'while it is %s nothing else comes forward (§2.1)',
  (kind) => expect(isAtRest({ kind, outcome: 'loaded' })).toBe(false),
)

test.each(['created', 'updated', 'disabled'] as const)('what was just %s is not covered up (§4.11)', (outcome) => {
  expect(isAtRest({ kind: 'idle', outcome })).toBe(false)
})
