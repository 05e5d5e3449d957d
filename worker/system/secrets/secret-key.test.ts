import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { confirmPasswordReset } from '../../users/accounts/confirm-password-reset.ts'
import { requestPasswordReset } from '../../users/accounts/request-password-reset.ts'
import { call } from '../../testing/call-api.ts'
import { aUser } from '../../testing/rows.ts'
import { testCtx, type TestCtx } from '../../testing/test-ctx.ts'
import { sha256, keyedHash } from './hashes.ts'
import { readToken, signToken } from './signed-link.ts'

const [OLD, NEW, OTHER] = ['old-key-', 'new-key-', 'other-key-'].map((name) => name.padEnd(32, 'x')) as [
  string,
  string,
  string,
]
let ctx: TestCtx
beforeEach(async () => {
  ctx = await testCtx()
})

const withKeys = (...keys: [string, ...string[]]) => ({ ...ctx, settings: { ...ctx.settings, SECRET_KEY: keys } })

test('a link of the old key opens while both keys are set', async () => {
  const token = await signToken(withKeys(OLD), 'unsubscribe', { sub: 'usr_1' })
  const read = (...keys: [string, ...string[]]) => readToken(withKeys(...keys), 'unsubscribe', token, ['sub'])
  expect(await read(NEW, OLD)).toMatchObject({ sub: 'usr_1' })
  await expect(read(NEW)).rejects.toMatchObject({ code: 'invalid_link' })
  await expect(read(NEW, OTHER)).rejects.toMatchObject({ code: 'invalid_link' })
})

test('new links are signed with the first key', async () => {
  const token = await signToken(withKeys(NEW, OLD), 'unsubscribe', { sub: 'usr_1' })
  expect(await readToken(withKeys(NEW), 'unsubscribe', token, ['sub'])).toMatchObject({ sub: 'usr_1' })
})

test('a mailed reset works after a rotation', async () => {
  const { email } = await aUser(ctx.db)
  await requestPasswordReset(withKeys(OLD), { email })
  await ctx.settled()
  const token = /token=([\w.-]+)/.exec(JSON.stringify(ctx.mails()))?.[1] ?? ''
  const password = 'purple lantern over nine rivers'
  await expect(confirmPasswordReset(withKeys(NEW), { token, password })).rejects.toMatchObject({ code: 'invalid_link' })
  expect(await confirmPasswordReset(withKeys(NEW, OLD), { token, password })).toMatchObject({ me: { email } })
})

test.each([
  [`${NEW},${OLD}`, 422],
  [NEW, 403],
])('a form token of the old key with SECRET_KEY %s: %i', async (SECRET_KEY, status) => {
  const token = await keyedHash({ SECRET_KEY: [OLD] }, `csrf:session:${await sha256('any')}`)
  const given = { session: 'any', body: {}, headers: { 'x-csrf-token': token } }
  expect((await call('POST', '/api/session', { ...given, bindings: { ...env, SECRET_KEY } })).status).toBe(status)
})
