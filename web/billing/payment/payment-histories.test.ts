import { array, assert, constantFrom, oneof, property, tuple, uuid, type Arbitrary } from 'fast-check'
import { expect, test } from 'vitest'
import { IDLE, paymentReducer, type PaymentEvent, type PaymentState } from './payment-flow.ts'
import type { PaymentProblem } from './payment-problem.ts'
import { order, subscription, withIntent } from './subscription-response.fixture.ts'

const problem: PaymentProblem = { at: 'form', message: 'No.', code: null }
const answer = constantFrom(
  subscription(),
  subscription({ status: 'trialing' }),
  subscription({ status: 'trialing', pending_setup_intent: { client_secret: 's' } }),
  subscription({ status: 'past_due' }),
  subscription({ error: 'No.' }),
  withIntent('requires_action'),
  withIntent('requires_source_action'),
  withIntent('requires_payment_method'),
)
/** Mostly replies to the current attempt, sometimes to an earlier one. */
const late = constantFrom(0, 0, 0, 0, 0, 0, 1, 2)
type Draw = (attempt: number) => PaymentEvent
const given: Arbitrary<Draw> = oneof(
  uuid().map((key): Draw => () => ({ type: 'submitted', order, key })),
  uuid().map((key): Draw => () => ({ type: 'pressedEarly', promo: true, key })),
  uuid().map((key): Draw => () => ({ type: 'walletOpened', key })),
  uuid().map((key): Draw => () => ({ type: 'walletConfirmed', order, key })),
  constantFrom<Draw>(
    () => ({ type: 'walletCancelled' }),
    () => ({ type: 'checkFailed' }),
    () => ({ type: 'edited' }),
  ),
  tuple(late, answer, constantFrom('methodMade', 'subscribed', 'reread', 'confirmed', 'refused', 'failed')).map(
    ([by, made, type]): Draw =>
      (attempt) => ({
        type,
        attempt: attempt - by,
        payment_method: 'pm_1',
        subscription: made,
        refusal: null,
        problem,
      }),
  ),
)

/** Checks what must hold for any presses and answers in any order. */
function check(before: PaymentState, event: PaymentEvent, after: PaymentState): void {
  // One payment at a time: a new attempt starts only while none is pending.
  if (after.attempt !== before.attempt) {
    expect(before.kind === 'idle' || before.kind === 'unsettled').toBe(true)
    expect([after.kind, after.attempt]).toEqual(['submitting', before.attempt + 1])
  }
  if (after.kind === 'paid' && before.kind !== 'paid') {
    expect(event.type).toBe('reread')
    expect(['active', 'trialing']).toContain(after.subscription.status)
  }
  // While the outcome of a request is unknown, its key and content stay the same.
  if (before.kind === 'unsettled' && after !== before)
    expect(after).toMatchObject({ kind: 'submitting', key: before.key, doing: before.doing })
  // A reply to another attempt changes nothing.
  if ('attempt' in event && event.attempt !== before.attempt) expect(after).toBe(before)
  // Nothing is sent twice: within one attempt, steps never go back.
  if (before.kind === 'submitting' && after.kind === 'submitting') {
    const steps = ['sheet', 'checking', 'method', 'subscribing', 'confirming', 'rereading']
    expect(steps.indexOf(after.doing.step)).toBeGreaterThanOrEqual(steps.indexOf(before.doing.step))
  }
}

test('in any order, pays one at a time and only when active', () => {
  let paid = 0
  assert(
    property(array(given, { maxLength: 60, size: 'max' }), (draws) => {
      let state: PaymentState = IDLE
      for (const draw of draws) {
        const event = draw(state.attempt)
        const after = paymentReducer(state, event)
        check(state, event, after)
        state = after
      }
      if (state.kind === 'paid') paid += 1
    }),
    { numRuns: 3000 },
  )
  // Some histories do reach a payment.
  expect(paid).toBeGreaterThan(0)
})
