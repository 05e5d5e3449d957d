import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { PasskeyRow, SignInWays } from '../../../contract/accounts/passkey.ts'
import { PASSKEYS_MAX } from '../../../contract/accounts/passkey.ts'
import { users } from '../../../db/schema/accounts.ts'
import { identities } from '../../../db/schema/oidc.ts'
import { passkey_challenges, passkeys } from '../../../db/schema/passkeys.ts'
import { security_events } from '../../../db/schema/security.ts'
import { SoftwareAuthenticator } from '../../../testing/software-authenticator.ts'
import { emptyDatabase } from '../../../testing/test-ctx.ts'
import { aBrowser, addPasskey, codeOf, signedIn, signInByPasskey, withPasskey } from './passkeys.fixture.ts'

test('a passkey signs in without a password', async () => {
  const { user, browser } = await withPasskey()
  await browser.send('DELETE', '/api/session')
  const response = await signInByPasskey(browser)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ me: { id: user.id } })
  expect(await browser.json(browser.send('GET', '/api/session/proof'))).toEqual({ fresh: true, ways: ['passkey'] })
})

test.each([-7, -257] as const)('a key of algorithm %i signs in', async (alg) => {
  await emptyDatabase()
  const { browser } = await signedIn()
  expect((await addPasskey(browser, { alg })).status).toBe(201)
  expect((await signInByPasskey(browser)).status).toBe(200)
})

test.each([
  ['another origin', { origin: 'http://localhost:9999' }],
  ['a frame on another site', { crossOrigin: true }],
  ['another site', { rpId: 'evil.test' }],
  ['a registration in place of a signature', { type: 'webauthn.create' }],
  ['another challenge', { challenge: 'A'.repeat(43) }],
  ['an absent user', { present: false }],
  ['a user who was not verified', { verified: false }],
  ['a forged signature', { signature: 'MEUCIQ' }],
  ["another user's handle", { userHandle: 'dXNyX290aGVy' }],
])('refuses to sign in with %s', async (_, twist) => {
  const { browser } = await withPasskey()
  await browser.send('DELETE', '/api/session')
  const response = await signInByPasskey(browser, twist)
  expect([response.status, await codeOf(response)]).toEqual([422, 'passkey_refused'])
  expect(browser.jar.has('__Host-session')).toBe(false)
})

test.each([
  ['another origin', { origin: 'https://evil.test' }],
  ['another site', { rpId: 'evil.test' }],
  ['a signature in place of a registration', { type: 'webauthn.get' }],
  ['another challenge', { challenge: 'A'.repeat(43) }],
  ['a user who was not verified', { verified: false }],
])('refuses a new passkey with %s', async (_, twist) => {
  await emptyDatabase()
  const { db, browser } = await signedIn()
  expect((await addPasskey(browser, twist)).status).toBe(422)
  expect(await db.select().from(passkeys)).toEqual([])
})

test.each([
  { timezone_chosen: false, timezone: 'America/Lima' },
  { timezone_chosen: true, timezone: 'Asia/Tokyo' },
])('a passkey follows the device unless a zone was chosen: $timezone_chosen', async ({ timezone_chosen, timezone }) => {
  const { db, user, browser } = await withPasskey({ timezone: 'Asia/Tokyo', timezone_chosen })
  browser.jar.set('timezone', 'America%2FLima')
  expect((await signInByPasskey(browser)).status).toBe(200)
  expect(await db.select({ timezone: users.timezone }).from(users).where(eq(users.id, user.id))).toEqual([{ timezone }])
})

test('a challenge works once, in its browser and within five minutes', async () => {
  const { db, browser } = await withPasskey()
  const options = () => browser.json<never>(browser.send('POST', '/api/session/passkey_options'))
  const signed = browser.device.get(await options())
  expect((await browser.send('POST', '/api/session/passkey', { passkey: signed })).status).toBe(200)
  expect((await browser.send('POST', '/api/session/passkey', { passkey: signed })).status).toBe(422)
  const other = aBrowser(browser.device)
  await other.send('POST', '/api/session/passkey_options')
  const stolen = browser.device.get(await options())
  expect((await other.send('POST', '/api/session/passkey', { passkey: stolen })).status).toBe(422)
  const late = browser.device.get(await options())
  await db.update(passkey_challenges).set({ expires_at: Date.now() })
  expect((await browser.send('POST', '/api/session/passkey', { passkey: late })).status).toBe(422)
})

test('a challenge of one purpose does not work for another', async () => {
  const { browser } = await withPasskey()
  const signed = browser.device.get(await browser.json(browser.send('POST', '/api/session/passkey_options')))
  expect((await browser.send('POST', '/api/session/proof', { passkey: signed })).status).toBe(422)
})

test('challenges are stored hashed', async () => {
  const { db, browser } = await withPasskey()
  const { challenge } = await browser.json<{ challenge: string }>(browser.send('POST', '/api/session/passkey_options'))
  expect(JSON.stringify(await db.select().from(passkey_challenges))).not.toContain(challenge)
})

test('a counter that goes back is refused and recorded', async () => {
  const { db, browser } = await withPasskey()
  expect((await signInByPasskey(browser, { count: 9 })).status).toBe(200)
  expect((await signInByPasskey(browser, { count: 9 })).status).toBe(422)
  expect(
    await db.select({ kind: security_events.kind, outcome: security_events.outcome }).from(security_events),
  ).toContainEqual({ kind: 'passkey_used', outcome: 'refused' })
})

test('an authenticator that does not count signs in again and again', async () => {
  const { browser } = await withPasskey({}, new SoftwareAuthenticator({ counts: false }))
  for (let n = 0; n < 3; n++) expect((await signInByPasskey(browser)).status).toBe(200)
})

test("another user's passkey proves nothing, and its id cannot be taken", async () => {
  const { db, browser } = await withPasskey()
  const other = await signedIn()
  const [mine] = browser.device.credentials
  expect((await addPasskey(other.browser, { id: mine?.id ?? '' })).status).toBe(422)
  const asked = await other.browser.json<never>(other.browser.send('POST', '/api/session/proof/passkey_options'))
  await db.update(passkey_challenges).set({ expires_at: Date.now() + 60_000 })
  expect((await other.browser.send('POST', '/api/session/proof', { passkey: browser.device.get(asked) })).status).toBe(
    422,
  )
})

test('a passkey proves the session that asked', async () => {
  const { browser } = await withPasskey()
  await env.DB.prepare('update sessions set proved_at = 0').run()
  expect(await codeOf(await browser.send('POST', '/api/passkeys/options'))).toBe('proof_required')
  const passkey = browser.device.get(await browser.json(browser.send('POST', '/api/session/proof/passkey_options')))
  expect((await browser.send('POST', '/api/session/proof', { passkey })).status).toBe(204)
  expect((await browser.send('POST', '/api/passkeys/options')).status).toBe(200)
})

test('passkeys are listed, renamed and removed by their user alone', async () => {
  const { browser } = await withPasskey({ password_hash: 'x' })
  const ways = () => browser.json<SignInWays>(browser.send('GET', '/api/sign_in_ways'))
  const [first] = (await ways()).passkeys
  const path = `/api/passkeys/${first?.id}`
  const other = await signedIn()
  expect((await other.browser.send('PATCH', path, { name: 'Mine' })).status).toBe(404)
  expect((await other.browser.send('DELETE', path)).status).toBe(404)
  expect((await browser.send('PATCH', path, { name: ' Phone ' })).status).toBe(204)
  expect((await ways()).passkeys).toMatchObject([{ name: 'Phone', last_used_at: null }])
  expect((await browser.send('DELETE', path)).status).toBe(204)
  expect(await ways()).toMatchObject({ password: true, passkeys: [], identities: [] })
})

test('adding and removing a passkey is recorded', async () => {
  const { db, browser } = await withPasskey({ password_hash: 'x' })
  const {
    passkeys: [first],
  } = await browser.json<SignInWays>(browser.send('GET', '/api/sign_in_ways'))
  await browser.send('DELETE', `/api/passkeys/${first?.id}`)
  const kinds = await db
    .select({ kind: security_events.kind })
    .from(security_events)
    .orderBy(security_events.created_at)
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['passkey_added', 'passkey_removed'])
})

test('the last way to sign in cannot be removed', async () => {
  const { browser } = await withPasskey()
  const {
    passkeys: [first],
  } = await browser.json<SignInWays>(browser.send('GET', '/api/sign_in_ways'))
  const refused = await browser.send('DELETE', `/api/passkeys/${first?.id}`)
  expect([refused.status, await codeOf(refused)]).toEqual([409, 'conflict'])
})

test('two tabs that remove the last two ways leave one', async () => {
  const { db, browser } = await withPasskey()
  await addPasskey(browser)
  const { passkeys: keys } = await browser.json<SignInWays>(browser.send('GET', '/api/sign_in_ways'))
  const answers = await Promise.all(keys.map(({ id }: PasskeyRow) => browser.send('DELETE', `/api/passkeys/${id}`)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
  expect(await db.select().from(passkeys)).toHaveLength(1)
  const removals = (await db.select().from(security_events)).filter(({ kind }) => kind === 'passkey_removed')
  expect(removals).toHaveLength(1)
})

test('an identity can be removed while a passkey is left', async () => {
  const { db, user, browser } = await withPasskey()
  const issuer = 'https://id.example'
  await db.insert(identities).values({ issuer, subject: 's', user_id: user.id, created_at: 1 })
  expect((await browser.send('DELETE', '/api/identities', { issuer })).status).toBe(204)
  expect((await browser.send('DELETE', '/api/identities', { issuer })).status).toBe(404)
})

test('an account has at most 20 passkeys', async () => {
  const { db, user, browser } = await withPasskey()
  const [row] = await db.select().from(passkeys)
  if (!row) throw new Error('There is no passkey.')
  const more = Array.from({ length: PASSKEYS_MAX - 1 }, (_, n) => ({
    ...row,
    id: `p${n}`,
    credential_id: `c${n}`,
    user_id: user.id,
  }))
  for (const each of more) await db.insert(passkeys).values(each)
  expect((await addPasskey(browser)).status).toBe(422)
  expect(await db.select().from(passkeys)).toHaveLength(PASSKEYS_MAX)
})

test('someone joins with a passkey and without a password', async () => {
  await emptyDatabase()
  const browser = aBrowser()
  const who = { email: 'ada@example.test', login: 'ada' }
  const passkey = browser.device.create(await browser.json(browser.send('POST', '/api/users/passkey_options', who)))
  const joined = await browser.send('POST', '/api/users/passkey', { ...who, passkey })
  expect([joined.status, await joined.json()]).toMatchObject([201, { me: who }])
  await browser.send('DELETE', '/api/session')
  expect((await signInByPasskey(browser)).status).toBe(200)
  const ask = (given: object) => aBrowser().send('POST', '/api/users/passkey_options', { ...who, ...given })
  expect(await codeOf(await ask({}))).toBe('email_taken')
  expect(await codeOf(await ask({ email: 'eve@example.test', login: 'ADA' }))).toBe('login_taken')
})

test('of two who join at once with one address, one does', async () => {
  await emptyDatabase()
  const who = { email: 'ada@example.test', login: 'ada' }
  const ready = await Promise.all(
    [aBrowser(), aBrowser()].map(async (browser) => {
      const passkey = browser.device.create(await browser.json(browser.send('POST', '/api/users/passkey_options', who)))
      return () => browser.send('POST', '/api/users/passkey', { ...who, passkey })
    }),
  )
  const answers = await Promise.all(ready.map((join) => join()))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
})
