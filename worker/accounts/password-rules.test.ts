import { expect, test } from 'vitest'
import { passwordProblem } from './password-rules.ts'

const owner = { email: 'someone.long@example.test', login: 'Someone-With-A-Long-Name' }

test.each([
  'passwordpassword',
  'Password Password',
  'correct horse battery staple',
  '1234-5678-9012-345',
  'aaaaaaaaaaaaaaaa',
])('refuses the password "%s" as easy to guess', (password) =>
  expect(passwordProblem(password, owner)).toMatch(/too easy/),
)

test.each(['someone.long@example.test', 'SOMEONE.LONG@example.test', 'someone-with-a-long-name'])(
  'refuses the password "%s" as the email or user name',
  (password) => expect(passwordProblem(password, owner)).toMatch(/not your email/),
)

test('accepts a password of a few words', () => {
  expect(passwordProblem('correct horse battery', owner)).toBeNull()
  expect(passwordProblem('someone.long@example.test and more', owner)).toBeNull()
})
