import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cookieLine, cookieValue } from './cookie.ts'
import { decodeFlashes, encodeFlashes } from './flash-cookie.ts'

test('messages survive the way through the cookie, whatever their characters', () => {
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

test('a cookie that is not ours shows nothing', () => {
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

test('of a forged cookie at most five messages of 300 characters are shown', () => {
  const forged = encodeURIComponent(
    JSON.stringify(Array.from({ length: 9 }, () => ({ type: 'info', message: 'x'.repeat(999) }))),
  )
  const shown = decodeFlashes(forged)
  expect(shown.map((item) => item.message.length)).toEqual([300, 300, 300, 300, 300])
})

test('a well-formed message is kept beside a malformed one', () => {
  const value = encodeURIComponent('[{"type":"danger","message":"No"},{"type":1}]')
  expect(decodeFlashes(value)).toEqual([{ type: 'danger', message: 'No' }])
})

test('the cookie is for the whole site, one minute, and secure where the page is', () => {
  expect(cookieLine('flash', 'x', 60, false)).toBe('flash=x; Path=/; Max-Age=60; SameSite=Lax')
  expect(cookieLine('flash', 'x', 60, true)).toMatch(/; Secure$/)
})

test('a cookie whose name only ends alike is another one', () => {
  expect(cookieValue('myflash=1', 'flash')).toBeUndefined()
})
