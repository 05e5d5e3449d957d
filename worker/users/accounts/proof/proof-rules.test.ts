import { expect, test } from 'vitest'
import { proofWays } from './proof-rules.ts'

const none = { password: false, passkey: false, provider: false, second_factor: false }

test.each([
  [{ ...none, passkey: true, password: true, provider: true }, ['passkey', 'password']],
  [{ ...none, passkey: true, provider: true }, ['passkey']],
  [{ ...none, password: true, provider: true }, ['password']],
  [{ ...none, provider: true }, ['provider', 'mail']],
  [none, ['mail']],
  [{ passkey: true, password: true, provider: true, second_factor: true }, ['passkey']],
  [{ ...none, password: true, second_factor: true }, ['passkey']],
])('%j proves itself by %j', (has, ways) => {
  expect(proofWays(has)).toEqual(ways)
})
