import { expect, test } from 'vitest'
import { RequestError, type RefusalBody } from '../../browser/request/request-error.ts'
import { problemOf, sentenceOf, waitInWords } from './form-problem.ts'

const refusal = (status: number, body: RefusalBody, headers: Record<string, string> = {}) =>
  new RequestError(new Response(null, { status, headers }), body)

test('each field shows its first message', () => {
  const error = refusal(422, {
    error: { code: 'invalid_input', message: 'Please check what you entered.' },
    errors: [
      { attribute: 'email', message: 'Enter a full email address.' },
      { attribute: 'email', message: 'Too long.' },
      { attribute: 'password', message: 'Enter a password.' },
    ],
  })
  expect(problemOf(error, ['email', 'password'])).toEqual({
    fields: { email: 'Enter a full email address.', password: 'Enter a password.' },
    message: null,
  })
})

test('an error on an unknown field shows above the button', () => {
  const error = refusal(422, {
    error: { code: 'invalid_input', message: 'Please check what you entered.' },
    errors: [{ attribute: 'token', message: 'Too small' }],
  })
  expect(problemOf(error, ['password'])).toEqual({ fields: {}, message: 'Please check what you entered.' })
})

test('a refusal without a field shows its own sentence', () => {
  const error = refusal(401, {
    error: { code: 'bad_credentials', message: 'Wrong email or password.' },
    errors: [],
  })
  expect(problemOf(error, ['email', 'password']).message).toBe('Wrong email or password.')
})

test('a rate limit says how long to wait', () => {
  const body: RefusalBody = {
    error: { code: 'rate_limited', message: 'Too many tries. Please wait a little and try again.' },
    errors: [],
  }
  const waits = refusal(429, body, { 'retry-after': '643' })
  expect([problemOf(waits, []).message, sentenceOf(waits)]).toEqual(
    Array(2).fill('Too many tries. Please try again in 11 minutes.'),
  )
  expect(sentenceOf(refusal(429, body))).toBe('Too many tries. Please wait a little and try again.')
  expect(sentenceOf(refusal(503, body, { 'retry-after': '643' }))).toBe(body.error?.message)
})

test('network, captive portal and unknown errors read as unreachable', () => {
  const lost = 'We could not reach the server. Check your connection and try again.'
  expect(problemOf(new RequestError(null, {}), ['email'])).toEqual({ fields: {}, message: lost })
  expect(problemOf(refusal(511, {}), ['email']).message).toBe(lost)
  expect(problemOf(new Error('boom'), ['email']).message).toBe(lost)
})

test('waits are rounded up to minutes or hours', () => {
  expect([1, 60, 61, 900, 3600, 3601].map(waitInWords)).toEqual([
    'a minute',
    'a minute',
    '2 minutes',
    '15 minutes',
    '60 minutes',
    '2 hours',
  ])
})
