import { expect, test } from 'vitest'
import type { ErrorCode } from '../../../worker/contract/errors.ts'
import { RequestError } from '../../browser/request/request-error.ts'
import * as outcomes from './one-click-outcome.ts'
import { outcomeOfFailedLoad, outcomeOfFailedPress, type Answer } from './one-click-outcome.ts'

const outcomeOfPress = (answer: Answer) => outcomes.outcomeOfPress(answer, 'pro')
const pro = { plan_id: 'pro' }
const PROBLEM = 'There was a problem upgrading your account. Please contact support for more information.'
const refusal = (status: number, code: ErrorCode, message = 'No.', redirect_to?: string) =>
  new RequestError(new Response(null, { status }), { error: { code, message, ...(redirect_to && { redirect_to }) } })

// §4.3-01
test('succeeds without errors and with plan_id pro', () => {
  expect(outcomeOfPress({ user_subscription: pro, errors: [] })).toEqual({ type: 'upgraded' })
})

// §4.3-02
test('fails on any error, whatever plan_id comes with it', () => {
  const errors = [{ attribute: null, message: 'No.' }]
  expect(outcomeOfPress({ user_subscription: pro, errors })).toEqual({
    type: 'refused',
    problem: { message: 'No.', way: 'billing' },
  })
})

// §4.3-02
test.each([{ plan_id: 'intermediate_pro' }, { plan_id: 'PRO' }, null])(
  'fails with the plan_id %j',
  (user_subscription) => {
    expect(outcomeOfPress({ user_subscription, errors: [] })).toMatchObject({ type: 'refused' })
  },
)

// §8-03
test('leads to support after a failure without a message', () => {
  const problem = { message: PROBLEM, way: 'support' }
  expect(outcomeOfPress({ user_subscription: null, errors: [] })).toEqual({ type: 'refused', problem })
  expect(outcomeOfPress({ user_subscription: null, errors: [{ attribute: null, message: '' }] })).toEqual({
    type: 'refused',
    problem,
  })
  expect(outcomeOfFailedPress(new TypeError('fetch failed'))).toEqual({ type: 'unclear', problem })
})

// §8-03
test("shows a failure's message, and offers another card", () => {
  const errors = [{ attribute: 'payment_method', message: 'Your card was declined.' }]
  expect(outcomeOfPress({ user_subscription: { plan_id: 'intermediate_pro' }, errors })).toEqual({
    type: 'refused',
    problem: { message: 'Your card was declined.', way: 'card' },
  })
})

test('reloads the details when the amount has changed', () => {
  const message = 'The amount has changed. Please check it again.'
  const errors = [{ attribute: 'amount_today', message }]
  expect(outcomeOfPress({ user_subscription: null, errors })).toEqual({
    type: 'changed',
    problem: { message, way: null },
  })
})

test('treats an unanswered press as unclear', () => {
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

test('sends a signed-out user to sign in', () => {
  expect(outcomeOfFailedPress(refusal(200, 'not_signed_in'))).toEqual({ type: 'signedOut' })
  expect(outcomeOfFailedLoad(refusal(401, 'not_signed_in'))).toEqual({ type: 'signedOut' })
})

test('retries details that may recover and refuses the others', () => {
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
