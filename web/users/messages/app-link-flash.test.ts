import { expect, test } from 'vitest'
import type { ErrorCode } from '../../../worker/contract/errors.ts'
import type { AppLinkResponse } from '../../../worker/contract/messages/app-link.ts'
import { RequestError } from '../../browser/request/request-error.ts'
import { appLinkFlash } from './app-link-flash.ts'

function refusal(status: number, code: ErrorCode, message?: string) {
  const errors = message === undefined ? [] : [{ attribute: 'phone_number', message }]
  const error = { code, message: message ?? 'Too many tries.' }
  return Promise.reject(new RequestError(new Response(null, { status }), { error, errors }))
}

// §8-20
test('status success is "Message sent successfully."', async () => {
  expect(await appLinkFlash(Promise.resolve({ status: 'success' }))).toEqual({
    type: 'success',
    message: 'Message sent successfully.',
  })
})

// §8-20
test('an earlier SMS to the user is the SMS limit', async () => {
  expect(
    await appLinkFlash(refusal(429, 'text_limit_reached', 'You have reached your SMS limit. Please try again later.')),
  ).toEqual({
    type: 'danger',
    message: 'You have reached your SMS limit. Please try again later.',
  })
})

// §8-20
test.each([
  ['another status', () => Promise.resolve(JSON.parse('{"status":"queued"}') as AppLinkResponse)],
  ['an empty answer', () => Promise.resolve(JSON.parse('{}') as AppLinkResponse)],
  ['a refused number', () => refusal(422, 'text_refused', 'This message could not be sent.')],
  ['an unverified email', () => refusal(403, 'email_not_verified', 'Please verify your email address first.')],
  ['another limit', () => refusal(429, 'rate_limited')],
  ['a provider that is away', () => refusal(502, 'text_not_sent', 'This message could not be sent.')],
  ['no network', () => Promise.reject(new RequestError(null, {}))],
  ['anything else that breaks', () => Promise.reject(new Error('Failed to load a chunk'))],
])('%s is "This message could not be sent."', async (_, asked) => {
  expect(await appLinkFlash(asked())).toEqual({ type: 'danger', message: 'This message could not be sent.' })
})
