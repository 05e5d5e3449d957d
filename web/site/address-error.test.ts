import { expect, test } from 'vitest'
import { cleanMessage, addressError } from './address-error.ts'

const denied = (message: string) => addressError(`?error_type=access_denied&error_message=${message}`)

// §3-74 §8-25
test('the message of access_denied is URL-decoded and its plus signs are spaces (§8)', () => {
  expect(denied('You+did+not%20allow%2C+100%25')).toBe('You did not allow, 100%')
  expect(denied('caf%C3%A9%2Bbar')).toBe('café+bar')
})

// §3-74
test('an address without an error type of ours says nothing', () => {
  expect(addressError('?error_message=Hello')).toBeNull()
  expect(addressError('?error_type=other&error_message=Hello')).toBeNull()
  expect(addressError('')).toBeNull()
})

test('an account more than the plan allows is said where one comes back to (§6)', () => {
  expect(addressError('?error_type=tier_required&error_message=Several+accounts')).toBe('Several accounts')
})

test('access_denied without words still says that nothing was connected (§8)', () => {
  expect(denied('')).toBe('The service was not connected.')
  expect(denied('%20%00')).toBe('The service was not connected.')
})

// §D3.6-04
test('a message is at most 200 characters, without controls and turned text (§D3.6)', () => {
  expect(denied('x'.repeat(300))).toBe('x'.repeat(200))
  expect(denied('%F0%9F%91%8D'.repeat(201))).toBe('👍'.repeat(200))
  expect(denied('a%00b%0Ac%1B%5B31md')).toBe('a b c [31md')
  const turning = ['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069']
  for (const sign of turning) expect(cleanMessage(`safe${sign}txt.exe`)).toBe('safe txt.exe')
})

test('what is no text is no message', () => {
  for (const nothing of [null, undefined, '', '  ']) expect(cleanMessage(nothing)).toBeNull()
  expect(cleanMessage('\ud800')).toBe('\ufffd')
})
