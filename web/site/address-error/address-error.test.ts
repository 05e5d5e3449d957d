import { expect, test } from 'vitest'
import { cleanMessage, addressError } from './address-error.ts'

const denied = (message: string) => addressError(`?error_type=access_denied&error_message=${message}`)

// §3-74 §8-24
test('decodes the message of access_denied, plus signs as spaces', () => {
  expect(denied('You+did+not%20allow%2C+100%25')).toBe('You did not allow, 100%')
  expect(denied('caf%C3%A9%2Bbar')).toBe('café+bar')
})

// §3-74
test('says nothing without an error type of ours', () => {
  expect(addressError('?error_message=Hello')).toBeNull()
  expect(addressError('?error_type=other&error_message=Hello')).toBeNull()
  expect(addressError('')).toBeNull()
})

test('shows the account limit on the page returned to', () => {
  expect(addressError('?error_type=tier_required&error_message=Several+accounts')).toBe('Several accounts')
})

test('says that nothing was connected when no message came', () => {
  expect(denied('')).toBe('The service was not connected.')
  expect(denied('%20%00')).toBe('The service was not connected.')
})

test('cuts a message to 200 characters without control characters', () => {
  expect(denied('x'.repeat(300))).toBe('x'.repeat(200))
  expect(denied('%F0%9F%91%8D'.repeat(201))).toBe('👍'.repeat(200))
  expect(denied('a%00b%0Ac%1B%5B31md')).toBe('a b c [31md')
  const turning = ['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069']
  for (const sign of turning) expect(cleanMessage(`safe${sign}txt.exe`)).toBe('safe txt.exe')
})

test('ignores a message that is not text', () => {
  for (const nothing of [null, undefined, '', '  ']) expect(cleanMessage(nothing)).toBeNull()
  expect(cleanMessage('\ud800')).toBe('\ufffd')
})
