import { expect, test } from 'vitest'
import type { ErrorCode } from '../../../worker/contract/errors.ts'
import { RequestError } from '../../browser/request/request-error.ts'
import { outcomeOfFailedLoad, outcomeOfFailedPress, outcomeOfPress } from './one-click-outcome.ts'

const pro = { plan_id: 'pro' }
const PROBLEM = 'There was a problem upgrading your account. Please contact support for more information.'
const refusal = (status: number, code: ErrorCode, message = 'No.', redirect_to?: string) =>
  new RequestError(new Response(null, { status }), { error: { code, message, ...(redirect_to && { redirect_to }) } })

// §4.3-01
test('success is an answer without errors that names pro as its plan_id (§4.3)', () => {
  expect(outcomeOfPress({ user_subscription: pro, errors: [] })).toEqual({ type: 'upgraded' })
})

// §4.3-02
test('any error is a failure, whatever plan_id comes with it (§4.3)', () => {
  const errors = [{ attribute: null, message: 'No.' }]
  expect(outcomeOfPress({ user_subscription: pro, errors })).toEqual({
    type: 'refused',
    problem: { message: 'No.', way: 'billing' },
  })
})

// §4.3-03
test.each([{ plan_id: 'intermediate_pro' }, { plan_id: 'PRO' }, null])(
  'another plan_id is a failure: %j (§4.3)',
  (user_subscription) => {
    expect(outcomeOfPress({ user_subscription, errors: [] })).toMatchObject({ type: 'refused' })
  },
)

// §8-03
test('a failure without a message has the sentence of §8, word for word, and leads to support', () => {
  const problem = { message: PROBLEM, way: 'support' }
  expect(outcomeOfPress({ user_subscription: null, errors: [] })).toEqual({ type: 'refused', problem })
  expect(outcomeOfPress({ user_subscription: null, errors: [{ attribute: null, message: '' }] })).toEqual({
    type: 'refused',
    problem,
  })
  expect(outcomeOfFailedPress(new TypeError('fetch failed'))).toEqual({ type: 'unclear', problem })
})

// §8-04
test('a failure with a message shows that message, and a refused card the way to another (§8)', () => {
  const errors = [{ attribute: 'payment_method', message: 'Your card was declined.' }]
  expect(outcomeOfPress({ user_subscription: { plan_id: 'intermediate_pro' }, errors })).toEqual({
    type: 'refused',
    problem: { message: 'Your card was declined.', way: 'card' },
  })
})

test('an amount that has changed is to be looked at again', () => {
  const message = 'The amount has changed. Please look at it again.'
  const errors = [{ attribute: 'amount_today', message }]
  expect(outcomeOfPress({ user_subscription: null, errors })).toEqual({
    type: 'changed',
    problem: { message, way: null },
  })
})

test('a press that was not answered with a certain no may have been done', () => {
  expect(outcomeOfFailedPress(refusal(200, 'payment_failed'))).toMatchObject({ type: 'unclear' })
  expect(outcomeOfFailedPress(refusal(500, 'internal'))).toMatchObject({ type: 'unclear' })
  expect(outcomeOfFailedPress(refusal(200, 'attempt_in_flight', 'Please wait.'))).toEqual({
    type: 'unclear',
    problem: { message: 'Please wait.', way: null },
  })
  expect(outcomeOfFailedPress(refusal(409, 'account_changed', 'Somebody else.'))).toEqual({
    type: 'refused',
    problem: { message: 'Somebody else.', way: 'reload' },
  })
})

test('a session that ended leads to sign in', () => {
  expect(outcomeOfFailedPress(refusal(200, 'not_signed_in'))).toEqual({ type: 'signedOut' })
  expect(outcomeOfFailedLoad(refusal(401, 'not_signed_in'))).toEqual({ type: 'signedOut' })
})

test('details: what may be mended by another try is tried again, a certain no says where to go', () => {
  expect(outcomeOfFailedLoad(new TypeError('fetch failed'))).toEqual({ type: 'failed' })
  expect(outcomeOfFailedLoad(new RequestError(null, {}))).toEqual({ type: 'failed' })
  expect(outcomeOfFailedLoad(refusal(502, 'payment_failed'))).toEqual({ type: 'failed' })
  expect(outcomeOfFailedLoad(refusal(409, 'already_subscribed'))).toEqual({ type: 'held' })
  expect(outcomeOfFailedLoad(refusal(409, 'conflict', 'Settle it.', '/settings/billing'))).toMatchObject({
    problem: { message: 'Settle it.', way: 'billing' },
  })
  expect(outcomeOfFailedLoad(refusal(409, 'conflict', 'No plan.', '/subscribe/pro_plus'))).toMatchObject({
    problem: { way: 'plans' },
  })
})
