import { expect, test } from 'vitest'
import { PAYMENT_PROBLEM } from '../../../worker/contract/payment-words.ts'
import { IDLE, paymentReducer, type PaymentEvent, type PaymentState } from './payment-flow.ts'
import type { PaymentProblem } from './payment-problem.ts'
import { order, subscription, withIntent } from './subscription-response.fixture.ts'

const run = (state: PaymentState, ...events: PaymentEvent[]) => events.reduce(paymentReducer, state)
const press = (key = 'k1'): PaymentEvent => ({ type: 'submitted', order, key })
const made = (attempt = 1): PaymentEvent => ({ type: 'methodMade', attempt, payment_method: 'pm_1' })
const subscribed = (answer = subscription(), attempt = 1): PaymentEvent => ({
  type: 'subscribed',
  attempt,
  subscription: answer,
})
const reread = (answer = subscription(), attempt = 1): PaymentEvent => ({
  type: 'reread',
  attempt,
  subscription: answer,
})
const confirmed = (refusal: PaymentProblem | null = null, attempt = 1): PaymentEvent => ({
  type: 'confirmed',
  attempt,
  refusal,
})
const failed = (attempt = 1): PaymentEvent => ({ type: 'failed', attempt })
const DECLINED: PaymentProblem = { at: 'card', message: 'Your card was declined.', code: 'card_declined' }
const refused = (problem = DECLINED, attempt = 1): PaymentEvent => ({ type: 'refused', attempt, problem })
const walletConfirmed = (key = 'k8'): PaymentEvent => ({ type: 'walletConfirmed', order, key })
const stepOf = (state: PaymentState) => ('doing' in state ? state.doing.step : state.kind)

// §4.1-01 §4.1-02
test('pressing submit moves the idle form to submitting', () => {
  expect(IDLE.kind).toBe('idle')
  const state = run(IDLE, press())
  expect(state).toMatchObject({ kind: 'submitting', attempt: 1, key: 'k1', doing: { step: 'method', order } })
})

// §4.1-04
test('ignores a second submit while one is in flight', () => {
  for (const events of [[], [made()], [made(), subscribed()], [made(), subscribed(withIntent('requires_action'))]]) {
    const state = run(IDLE, press(), ...events)
    expect(run(state, press('k2'))).toBe(state)
    expect(run(state, { type: 'walletOpened', key: 'k3' })).toBe(state)
  }
})

test('an early press pays what the check found', () => {
  const waiting = run(IDLE, { type: 'pressedEarly', promo: true, key: 'k0' })
  expect(stepOf(waiting)).toBe('checking')
  expect(run(waiting, press())).toMatchObject({ attempt: 1, key: 'k0', doing: { step: 'method', order } })
})

test('an early press does nothing after a failed check', () => {
  const waiting = run(IDLE, { type: 'pressedEarly', promo: true, key: 'k0' })
  const over = run(waiting, { type: 'checkFailed' })
  expect(over).toMatchObject({ kind: 'idle', problem: null })
  expect(run(over, { type: 'checkFailed' })).toBe(over)
})

// §4.1-09 §7-23
test.each(['active', 'trialing'])('rereads the subscription and succeeds when it is %s', (status) => {
  const before = run(IDLE, press(), made(), subscribed())
  expect(stepOf(before)).toBe('rereading')
  expect(run(before, reread(subscription({ status })))).toMatchObject({ kind: 'paid', subscription: { status } })
})

// §4.1-11
test.each(['incomplete', 'past_due', 'unpaid', 'canceled', 'paused', 'incomplete_expired'])(
  'treats status %s without an error as a failure',
  (status) => {
    const state = run(IDLE, press(), made(), subscribed(), reread(subscription({ status })))
    expect(state).toMatchObject({ kind: 'idle', problem: { message: PAYMENT_PROBLEM } })
  },
)

// §4.1-09
test('a trial succeeds once Stripe confirmed its card, whatever is still listed', () => {
  const answer = subscription({ status: 'trialing', pending_setup_intent: { client_secret: 'seti_1_secret' } })
  const state = run(IDLE, press(), made(), subscribed(answer))
  expect(run(state, confirmed(), reread(answer)).kind).toBe('paid')
})

// §4.1-06
test.each(['requires_action', 'requires_source_action'])(
  'confirms a payment intent with status %s, then rereads',
  (status) => {
    const state = run(IDLE, press(), made(), subscribed(withIntent(status)))
    const intent = { of: 'payment', client_secret: 'pi_1_secret', payment_method: null }
    expect(state).toMatchObject({ doing: { step: 'confirming', intent } })
    expect(stepOf(run(state, confirmed()))).toBe('rereading')
    expect(run(state, confirmed(), reread()).kind).toBe('paid')
  },
)

test('confirms an intent that requires confirmation with its payment method', () => {
  const state = run(IDLE, press(), made(), subscribed(withIntent('requires_confirmation')))
  expect(state).toMatchObject({ doing: { step: 'confirming', intent: { payment_method: 'pm_1' } } })
})

// §4.1-05
test('confirms a pending setup intent', () => {
  const pending_setup_intent = { client_secret: 'seti_1_secret' }
  const answer = subscription({ status: 'trialing', pending_setup_intent })
  const state = run(IDLE, press(), made(), subscribed(answer))
  const intent = { of: 'setup', client_secret: 'seti_1_secret', payment_method: 'pm_1' }
  expect(state).toMatchObject({ doing: { step: 'confirming', intent } })
  expect(run(state, confirmed(), reread(subscription({ status: 'trialing' }))).kind).toBe('paid')
  // A trial does not start until its card is authenticated.
  expect(run(state, confirmed(DECLINED), reread(answer))).toMatchObject({ kind: 'idle', problem: DECLINED })
})

test('reports failed authentication unless the subscription is paid', () => {
  const state = run(IDLE, press(), made(), subscribed(withIntent('requires_action')), confirmed(DECLINED))
  expect(run(state, reread(withIntent('requires_action')))).toMatchObject({ kind: 'idle', problem: DECLINED })
  expect(run(state, reread()).kind).toBe('paid')
})

// §7-22
test('reports an error inside the answer and ends the attempt', () => {
  const errors = [{ attribute: 'promo_code', message: 'Invalid promo code' }]
  const state = run(IDLE, press(), made(), subscribed(subscription({ errors })))
  expect(state).toMatchObject({ kind: 'idle', problem: { at: 'promo', message: 'Invalid promo code' } })
  const error = 'Something about it'
  expect(run(IDLE, press(), made(), subscribed(), reread(subscription({ status: 'incomplete', error })))).toMatchObject(
    {
      problem: { at: 'form', message: error },
    },
  )
})

test('returns to idle after a refusal and takes a new key', () => {
  const state = run(IDLE, press('k1'), made(), refused())
  expect(state).toEqual({ kind: 'idle', attempt: 1, problem: DECLINED })
  expect(run(state, press('k2'))).toMatchObject({ kind: 'submitting', attempt: 2, key: 'k2' })
})

test('repeats the same request and key after an unknown outcome', () => {
  const lost = run(IDLE, press('k1'), made(), failed())
  expect(lost).toMatchObject({ kind: 'unsettled', problem: { message: PAYMENT_PROBLEM } })
  const again = run(lost, { type: 'submitted', order: { ...order, plan_id: 'pro' }, key: 'k2' })
  expect(again).toMatchObject({
    kind: 'submitting',
    attempt: 2,
    key: 'k1',
    doing: { step: 'subscribing', request: { plan_id: 'intermediate_pro', payment_method: 'pm_1' } },
  })
  expect(run(again, subscribed(subscription(), 2), reread(subscription(), 2)).kind).toBe('paid')
})

test('resumes at the step that failed after subscribing', () => {
  const confirming = run(IDLE, press(), made(), subscribed(withIntent('requires_action')))
  expect(stepOf(run(confirming, failed(), press('k2')))).toBe('confirming')
  const rereading = run(IDLE, press(), made(), subscribed())
  expect(stepOf(run(rereading, failed(), press('k2')))).toBe('rereading')
  const lost: PaymentProblem = { at: 'form', message: 'Please sign in first.', code: 'not_signed_in' }
  expect(run(rereading, refused(lost)).kind).toBe('unsettled')
  expect(run(rereading, refused(DECLINED))).toMatchObject({ kind: 'idle', problem: DECLINED })
})

test('begins and clears nothing while an outcome is unknown', () => {
  const lost = run(IDLE, press(), made(), failed())
  expect(run(lost, { type: 'walletOpened', key: 'k2' })).toBe(lost)
  expect(run(lost, { type: 'edited' })).toBe(lost)
  expect(run(lost, subscribed())).toBe(lost)
})

test('a wallet sheet counts as submitting, then pays like a card', () => {
  const sheet = run(IDLE, { type: 'walletOpened', key: 'k1' })
  expect(sheet).toMatchObject({ kind: 'submitting', by: 'wallet', doing: { step: 'sheet' } })
  expect(run(sheet, press('k2'))).toBe(sheet)
  expect(stepOf(run(sheet, walletConfirmed(), made()))).toBe('subscribing')
})

test('confirms a sheet left open after a refusal with a new key', () => {
  const refusedOnce = run(IDLE, { type: 'walletOpened', key: 'k1' }, walletConfirmed(), made(), refused())
  expect(run(refusedOnce, walletConfirmed('k2'))).toMatchObject({
    kind: 'submitting',
    attempt: 2,
    by: 'wallet',
    key: 'k2',
    doing: { step: 'method' },
  })
  const lost = run(IDLE, { type: 'walletOpened', key: 'k1' }, walletConfirmed(), made(), failed())
  expect(run(lost, walletConfirmed('k2'))).toMatchObject({ key: 'k1', doing: { step: 'subscribing' } })
})

// §4.1-15
test('canceling the wallet sheet resets submitting', () => {
  const sheet = run(IDLE, { type: 'walletOpened', key: 'k1' })
  const cancelled = run(sheet, { type: 'walletCancelled' })
  expect(cancelled).toEqual({ kind: 'idle', attempt: 1, problem: null })
  const late = run(sheet, walletConfirmed(), { type: 'walletCancelled' }, press('k2'))
  expect(run(late, made(1))).toBe(late)
})

test('canceling a sheet takes nothing back once the payment is sent', () => {
  const sent = run(IDLE, { type: 'walletOpened', key: 'k1' }, walletConfirmed(), made())
  expect(run(sent, { type: 'walletCancelled' })).toBe(sent)
  const byCard = run(IDLE, press())
  expect(run(byCard, { type: 'walletCancelled' })).toBe(byCard)
  expect(run(byCard, walletConfirmed())).toBe(byCard)
})

test('editing clears the message of an idle form only', () => {
  expect(run(IDLE, press(), refused(), { type: 'edited' })).toMatchObject({ kind: 'idle', problem: null })
  expect(run(IDLE, { type: 'edited' })).toBe(IDLE)
})

test('drops a reply to an ended attempt or another step', () => {
  const second = run(IDLE, press(), refused(), press('k2'))
  for (const stale of [made(1), subscribed(), reread(), confirmed(), refused(), failed()])
    expect(run(second, stale)).toBe(second)
  for (const early of [subscribed(subscription(), 2), reread(subscription(), 2), confirmed(null, 2)])
    expect(run(second, early)).toBe(second)
  const subscribing = run(second, made(2))
  expect(run(subscribing, made(2))).toBe(subscribing)
  const paid = run(IDLE, press(), made(), subscribed(), reread())
  for (const late of [press('k9'), failed(), refused(), reread(), { type: 'walletCancelled' } as const])
    expect(run(paid, late)).toBe(paid)
})
