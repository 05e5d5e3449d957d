import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cookieLine, cookieValue } from './cookie.ts'
import { decodeFlashes, encodeFlashes } from './flash-cookie.ts'

test('keeps messages with any characters through the cookie', () => {
  fc.assert(
    fc.property(
      fc.record({
        type: fc.constantFrom('success' as const, 'danger' as const, 'info' as const),
        message: fc.string({ minLength: 1, maxLength: 80 }).filter((text) => text.trim() !== ''),
      }),
      (item) => {
        const line = cookieLine('flash', encodeFlashes([item]), 60, false)
        const sent = line.slice(0, line.indexOf(';'))
        expect(decodeFlashes(cookieValue(`a=1; ${sent}; b=2`, 'flash'))).toEqual([item])
      },
    ),
  )
})

test('shows nothing from a foreign cookie', () => {
  for (const value of [
    undefined,
    '',
    '%',
    'null',
    '{}',
    '%5B1%5D',
    '%5Bnull%5D',
    '[{"type":"script","message":"x"}]',
    '[{"type":"info"}]',
  ]) {
    expect(decodeFlashes(value)).toEqual([])
  }
})

test('shows at most five messages of 300 characters', () => {
  const forged = encodeURIComponent(
    JSON.stringify(Array.from({ length: 9 }, () => ({ type: 'info', message: 'x'.repeat(999) }))),
  )
  const shown = decodeFlashes(forged)
  expect(shown.map((item) => item.message.length)).toEqual([300, 300, 300, 300, 300])
})

test('keeps a well-formed message beside a malformed one', () => {
  const value = encodeURIComponent('[{"type":"danger","message":"No"},{"type":1}]')
  expect(decodeFlashes(value)).toEqual([{ type: 'danger', message: 'No' }])
})

test('lasts one minute for the whole site, secure on HTTPS', () => {
  expect(cookieLine('flash', 'x', 60, false)).toBe('flash=x; Path=/; Max-Age=60; SameSite=Lax')
  expect(cookieLine('flash', 'x', 60, true)).toMatch(/; Secure$/)
})

test('ignores a cookie whose name only ends the same', () => {
  expect(cookieValue('myflash=1', 'flash')).toBeUndefined()
})
