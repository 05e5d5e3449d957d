import { expect, test } from 'vitest'
import { hideSecrets, shownValue } from './hide-secrets.ts'

const fields = { url: 'sealed:1.a.b', text: 'hello' }
const opened = { url: 'https://chat.test/hook/t0k en', text: 'hello' }

test.each([
  ['as it is', 'No such hook: https://chat.test/hook/t0k en', 'No such hook: ••••'],
  ['percent-encoded', 'GET https://chat.test/hook/t0k%20en failed', 'GET •••• failed'],
  ['not at all', 'hello', 'hello'],
])('hides a secret that a service repeats %s', (_, said, shown) => {
  expect(hideSecrets(said, fields, opened)).toBe(shown)
})

test('shows a sealed input as dots', () => {
  expect([shownValue('sealed:1.a.b'), shownValue('hello')]).toEqual(['••••', 'hello'])
})
