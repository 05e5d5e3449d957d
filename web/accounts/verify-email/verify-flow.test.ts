import { expect, test } from 'vitest'
import { CHECKING, verifyReducer, type VerifyEvent } from './verify-flow.ts'

const fold = (...events: VerifyEvent[]) => events.reduce(verifyReducer, CHECKING)
const verified: VerifyEvent = { type: 'verified' }
const refused: VerifyEvent = { type: 'refused' }
const failed: VerifyEvent = { type: 'failed', message: 'No answer.' }
const retried: VerifyEvent = { type: 'retried' }

test('checks a link once and settles on valid or gone', () => {
  expect(fold(verified)).toEqual({ kind: 'verified' })
  expect(fold(refused)).toEqual({ kind: 'gone' })
})

test('a check without an answer says so and may be repeated', () => {
  expect(fold(failed)).toEqual({ kind: 'unreachable', message: 'No answer.' })
  expect(fold(failed, retried)).toEqual(CHECKING)
  expect(fold(failed, retried, verified)).toEqual({ kind: 'verified' })
})

test('a decided result never changes', () => {
  for (const decided of [fold(verified), fold(refused)]) {
    for (const event of [verified, refused, failed, retried]) expect(verifyReducer(decided, event)).toBe(decided)
  }
})

test('ignores answers and retries without a check under way', () => {
  const lost = fold(failed)
  for (const event of [verified, refused, failed]) expect(verifyReducer(lost, event)).toBe(lost)
  expect(verifyReducer(CHECKING, retried)).toBe(CHECKING)
})
