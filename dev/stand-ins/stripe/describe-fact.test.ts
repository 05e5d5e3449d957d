import { expect, test } from 'vitest'
import { describeFact } from './describe-fact.ts'

test('prints that a fact holds', () => {
  expect(describeFact({ name: 'charges at once', differs: null })).toBe('holds    charges at once')
})

test('prints what was expected and seen where a fact differs', () => {
  const differs = { message: 'not equal', expected: '{\n  "total": 279\n}', actual: '{\n  "total": 349\n}' }
  expect(describeFact({ name: 'a coupon waits out a trial', assumes: 'Not documented.', differs })).toBe(
    `differs  a coupon waits out a trial
         assumed: Not documented.
         expected: {
           "total": 279
         }
         seen:     {
           "total": 349
         }`,
  )
})

test('shows an unforeseen refusal as what was seen', () => {
  const differs = { message: 'StripeInvalidRequestError: No such price' }
  expect(describeFact({ name: 'previews a code', differs })).toContain('seen:     StripeInvalidRequestError: No such')
})
