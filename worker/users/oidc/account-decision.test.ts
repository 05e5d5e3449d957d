import { expect, test } from 'vitest'
import { joinInput } from '../../contract/accounts/account-input.ts'
import { decideAccount, loginCandidates, loginFrom } from './account-decision.ts'

test.each([
  [{ preferred_username: 'ada', name: 'Ada Lovelace' }, 'ada'],
  [{ preferred_username: 'ada.lovelace@example.test' }, 'ada-lovelace'],
  [{ name: 'Zoë  Ångström' }, 'zoe-angstrom'],
  [{ preferred_username: 'a', name: '李', email: 'li.wei@example.test' }, 'li-wei'],
  [{ name: 'x'.repeat(60) }, 'x'.repeat(24)],
  [{ name: '---', email: 'é@example.test' }, 'user'],
  [{}, 'user'],
  [{ preferred_username: 'admin', name: 'Ada Lovelace' }, 'ada-lovelace'],
  [{ preferred_username: 'switchyard', name: 'The Support Team', email: 'security@example.test' }, 'user'],
])('%j is called %s', (claims, login) => expect(loginFrom(claims, 'Switchyard')).toBe(login))

test('joining allows every generated user name', () => {
  const others = { email: 'ada@example.test', password: 'plum orbit velvet canoe' }
  for (const name of ['Ada', `${'x'.repeat(23)} y`, 'a-_-b', '😀😀😀', '<script>'])
    for (const login of loginCandidates(loginFrom({ name }, 'Switchyard')))
      expect(joinInput.safeParse({ ...others, login }).success, login).toBe(true)
})

const VERIFIED = { email: 'ada@example.test', email_verified: true }
const account = { verified: true, otherIdentity: false }
test.each([
  ['known', { identity: true, sameEmail: null }, { email: undefined, email_verified: false }],
  ['known', { identity: true, sameEmail: { verified: false, otherIdentity: true } }, VERIFIED],
  ['create', { identity: false, sameEmail: null }, VERIFIED],
  ['link', { identity: false, sameEmail: account }, VERIFIED],
  ['other_identity', { identity: false, sameEmail: { verified: true, otherIdentity: true } }, VERIFIED],
  ['unverified_account', { identity: false, sameEmail: { verified: false, otherIdentity: false } }, VERIFIED],
  ['unverified_email', { identity: false, sameEmail: account }, { ...VERIFIED, email_verified: false }],
  ['unverified_email', { identity: false, sameEmail: null }, { email: undefined, email_verified: true }],
] as const)('%s: %j', (decision, known, claims) => expect(decideAccount(known, claims)).toBe(decision))
