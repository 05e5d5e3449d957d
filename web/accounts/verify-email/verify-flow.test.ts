import { expect, test } from 'vitest'
import { CHECKING, verifyReducer, type VerifyEvent } from './verify-flow.ts'

const fold = (...events: VerifyEvent[]) => events.reduce(verifyReducer, CHECKING)
const verified: VerifyEvent = { type: 'verified' }
const refused: VerifyEvent = { type: 'refused' }
const failed: VerifyEvent = { type: 'failed', message: 'No answer.' }
const retried: VerifyEvent = { type: 'retried' }

test('a link is checked once and is then good or gone', () => {
  expect(fold(verified)).toEqual({ kind: 'verified' })
  expect(fold(refused)).toEqual({ kind: 'gone' })
})

test('a check that got no answer says so and may be repeated', () => {
  expect(fold(failed)).toEqual({ kind: 'unreachable', message: 'No answer.' })
  expect(fold(failed, retried)).toEqual(CHECKING)
  expect(fold(failed, retried, verified)).toEqual({ kind: 'verified' })
})

test('what is decided stays decided', () => {
  for (const decided of [fold(verified), fold(refused)]) {
    for (const event of [verified, refused, failed, retried]) expect(verifyReducer(decided, event)).toBe(decided)
  }
})

test('without an attempt under way no answer counts, and there is nothing to repeat', () => {
  const lost = fold(failed)
  for (const event of [verified, refused, failed]) expect(verifyReducer(lost, event)).toBe(lost)
  expect(verifyReducer(CHECKING, retried)).toBe(CHECKING)
})
