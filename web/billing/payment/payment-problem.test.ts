import { expect, test } from 'vitest'
import { PRICE_PROBLEM } from '../../../worker/contract/payment-words.ts'
import { ERRORS, type ErrorCode } from '../../../worker/contract/errors.ts'
import { RequestError, type RefusalBody } from '../../browser/request/request-error.ts'
import { outcomeOf } from './payment-problem.ts'

/** The error of a call that the server refuses with this code. */
function refusal(code: ErrorCode, attribute?: string): RequestError {
  const [status, message] = ERRORS[code]
  const body: RefusalBody = {
    error: { code, message, ...(attribute && { attribute }) },
    errors: attribute ? [{ attribute, message }] : [],
  }
  return new RequestError(new Response(null, { status }), body)
}

// §5-01
test('shows the price message for an error on the price', () => {
  expect(outcomeOf(refusal('price_refused', 'price'))).toEqual({
    type: 'refused',
    problem: { at: 'price', message: 'Choose a price between $1.99 USD and $100 USD', code: 'price_refused' },
  })
  expect(outcomeOf(refusal('invalid_input', 'price.price_in_cents'))).toMatchObject({
    problem: { at: 'price', message: PRICE_PROBLEM },
  })
})

test.each([
  ['promo_refused', 'promo_code', 'promo'],
  ['trial_refused', 'trial', 'trial'],
  ['card_declined', undefined, 'card'],
  ['invalid_input', 'payment_method', 'card'],
  ['already_subscribed', undefined, 'form'],
  ['account_changed', undefined, 'form'],
  ['billing_unavailable', undefined, 'form'],
  ['rate_limited', undefined, 'form'],
] as const)('reports %s on %s at the %s', (code, attribute, at) => {
  expect(outcomeOf(refusal(code, attribute))).toEqual({
    type: 'refused',
    problem: { at, message: ERRORS[code][1], code },
  })
})

test.each(['payment_failed', 'internal', 'attempt_in_flight'] as const)('after %s the outcome is unknown', (code) => {
  expect(outcomeOf(refusal(code))).toEqual({ type: 'failed' })
})

test('any other failed call leaves the outcome unknown', () => {
  for (const error of [
    new RequestError(null, {}, { cause: new TypeError('Failed to fetch') }),
    new RequestError(new Response('<html>', { status: 200 }), {}),
    new TypeError('anything'),
    null,
  ])
    expect(outcomeOf(error)).toEqual({ type: 'failed' })
})

// §7-22
test.each([
  ['generic_decline', 'Your card was declined.'],
  ['incorrect_cvc', "Your card's security code is incorrect."],
  [undefined, 'We are unable to authenticate it.'],
])("shows Stripe's sentence alone for a card refused as %s", (decline_code, message) => {
  const data = decline_code === undefined ? undefined : { decline_code }
  const refused = new RequestError(new Response(null, { status: 402 }), {
    error: { code: 'card_declined', message, attribute: 'payment_method' },
    errors: [{ attribute: 'payment_method', message, data }],
  })
  expect(outcomeOf(refused)).toEqual({ type: 'refused', problem: { at: 'card', message, code: 'card_declined' } })
})
