import { expect, test } from 'vitest'
import { oneIn } from '../../test/vitest/long-runs.ts'
import { COMMON_PASSWORDS } from '../../../worker/users/accounts/passwords/common-passwords.data.ts'
import { passwordProblem } from '../../../worker/users/accounts/passwords/password-rules.ts'
import { encodeCommonPasswords, longCommonPasswords } from './common-list.ts'
import { randomPassphrases } from './random-passphrases.fixture.ts'

const owner = { email: 'ada@example.test', login: 'ada', product: 'Switchyard' }
const listed = longCommonPasswords()
const refused = (password: string) => passwordProblem(password, owner) !== null

test('refuses each of 9,749 common passwords', () => {
  expect(listed).toHaveLength(9749)
  expect(listed.filter((password) => !refused(password))).toEqual([])
})

test('refuses less than one in 1,000 random passphrases', { tags: ['long'] }, () => {
  const passphrases = randomPassphrases(100_000 / oneIn)
  expect(passphrases.filter(refused).length).toBeLessThan(passphrases.length / 1000)
})

test("the checked-in list is the package's, in at most 32 kB", () => {
  const { entries, bytes } = encodeCommonPasswords(listed)
  expect(COMMON_PASSWORDS).toEqual({ entries, bytes: Buffer.from(bytes).toString('base64') })
  expect(bytes.length).toBeLessThan(32 * 1024)
})
