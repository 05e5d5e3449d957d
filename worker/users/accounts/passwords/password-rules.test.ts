import { expect, test } from 'vitest'
import { passwordProblem } from './password-rules.ts'

const owner = { email: 'someone.long@example.test', login: 'Someone-With-A-Long-Name', product: 'Switchyard' }
const EASY = /easy to guess/

test.each(['1qaz2wsx3edc4rfv', 'momsanaladventure', '30secondstomars', 'PolniyPizdec0211', 'correct horse battery'])(
  'refuses the common password "%s"',
  (password) => expect(passwordProblem(password, owner)).toMatch(EASY),
)

test.each(['30 Seconds to Mars', '30-seconds-t0-m@rs', '30SECONDSTOMAR$'])(
  'refuses a common password in another spelling: "%s"',
  (password) => expect(passwordProblem(password, owner)).toMatch(EASY),
)

test.each([
  'administrator2024',
  'Adm1nistrator 99',
  '2024-accommodation!',
  'elephant......7',
  'sunshine-princess',
  'Government.Information',
  'government information 2024',
])('refuses common words: "%s"', (password) => expect(passwordProblem(password, owner)).toMatch(EASY))

test.each([
  ['a character', 'aaaaaaaaaaaaaaaa'],
  ['a few characters', 'abcabcabcabcabcab'],
  ['a word', 'dragonfly dragonfly'],
  ['less than a password', 'plum orbit vel plum orbit vel'],
])('refuses the repetition of %s', (_, password) => expect(passwordProblem(password, owner)).toMatch(EASY))

test.each([
  '1234-5678-9012-345',
  'abcdefghijklmnopq',
  'zyxwvutsrqponml',
  'qwertyuiopasdfghjkl',
  '1qaz2wsx3edc4rfv5tgb',
])('refuses the sequence "%s"', (password) => expect(passwordProblem(password, owner)).toMatch(EASY))

test.each([
  ['product', 'switchyard-12345'],
  ['product in another spelling', 'Switch Yard qwerty'],
  ['user name', 'someone with a long name 123'],
  ['mailbox', 'someone.long1234567'],
  ['word "password"', 'my password 123456'],
])('refuses the %s with little else', (_, password) => expect(passwordProblem(password, owner)).toMatch(EASY))

test.each(['someone.long@example.test', 'SOMEONE.LONG@example.test', 'someone-with-a-long-name'])(
  'refuses the password "%s" as the email or user name',
  (password) => expect(passwordProblem(password, owner)).toMatch(/not your email/),
)

test.each([
  'plum orbit velvet canoe',
  'someone.long@example.test and more',
  'student first defend',
  '94827150382617405938',
  'пароль из четырёх слов',
  '四つの単語でできた長いパスワードです',
])('accepts "%s"', (password) => expect(passwordProblem(password, owner)).toBeNull())
