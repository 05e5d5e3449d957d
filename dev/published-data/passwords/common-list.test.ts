import { expect, test } from 'vitest'
import { oneIn } from '../../test/vitest/long-runs.ts'
import { PASSWORD_MIN } from '../../../worker/contract/limits.ts'
import { COMMON_PASSWORDS } from '../../../worker/users/accounts/passwords/common-passwords.data.ts'
import { passwordProblem } from '../../../worker/users/accounts/passwords/password-rules.ts'
import { commonWords, encodeCommonPasswords, longCommonPasswords, mostUsedWords } from './common-list.ts'
import { randomPassphrases } from './random-passphrases.fixture.ts'

const owner = { email: 'ada@example.test', login: 'ada', product: 'Switchyard' }
const listed = longCommonPasswords()
const refused = (password: string) => passwordProblem(password, owner) !== null

test('refuses each of 1,963 passwords that people use most', () => {
  expect(listed).toHaveLength(1963)
  expect(listed.filter((password) => !refused(password))).toEqual([])
})

test('refuses any two of the 2,000 most used words', () => {
  const words = mostUsedWords()
  expect(words.length).toBeGreaterThan(1800)
  const pairs = words.map((word, at) => `${word} ${words.at(-at)}`).filter(({ length }) => length >= PASSWORD_MIN)
  expect(pairs.length).toBeGreaterThan(500)
  expect(pairs.filter((password) => !refused(password))).toEqual([])
})

test.each(['2024', '7', ' 1999!'])('refuses each common word with "%s" after it', (end) => {
  const passwords = commonWords().map((word) => word + end)
  const long = passwords.filter((password) => password.length >= PASSWORD_MIN)
  expect(long.length).toBeGreaterThan(50)
  expect(long.filter((password) => !refused(password))).toEqual([])
})

test('refuses less than one in 1,000 random passphrases', { tags: ['long'] }, () => {
  const passphrases = randomPassphrases(100_000 / oneIn)
  expect(passphrases.filter(refused).length).toBeLessThan(passphrases.length / 1000)
})

test("the checked-in list is the packages', in at most 10 kB", () => {
  const { entries, bytes } = encodeCommonPasswords(listed, commonWords())
  expect(COMMON_PASSWORDS).toEqual({ entries, bytes: Buffer.from(bytes).toString('base64') })
  expect(bytes.length).toBeLessThan(10 * 1024)
})
