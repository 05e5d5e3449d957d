import { expect, test } from 'vitest'
import { hideValues, hideValuesIn } from './hide-values.ts'

const SECRETS = ['p@ss word/1', 'https://hooks.chat.test/services/T0/abcdefghijklmnop']

test.each([
  ['as it is', 'No p@ss word/1 here', 'No •••• here'],
  ['percent-encoded', 'GET /?key=p%40ss%20word%2F1', 'GET /?key=••••'],
  ['with small hex digits', 'GET /?key=p%40ss%20word%2f1', 'GET /?key=••••'],
  ['as a form', 'key=p%40ss+word%2F1', 'key=••••'],
  ['as the path of an address', 'POST /services/T0/abcdefghijklmnop: 404', 'POST ••••: 404'],
  ['as the long part of an address', 'no hook abcdefghijklmnop', 'no hook ••••'],
  ['not at all', 'hooks.chat.test is down', 'hooks.chat.test is down'],
])('hides a pasted value %s', (_, said, shown) => {
  expect(hideValues(said, SECRETS)).toBe(shown)
})

test('leaves ordinary short words alone', () => {
  expect(hideValues('the cat sat', ['cat'])).toBe('the cat sat')
})

test('hides a pasted value anywhere in an answer', () => {
  const answer = { ok: true, value: [{ note: 'see p@ss word/1', n: 1, none: null }] }
  hideValuesIn(answer, SECRETS)
  expect(answer).toEqual({ ok: true, value: [{ note: 'see ••••', n: 1, none: null }] })
})
