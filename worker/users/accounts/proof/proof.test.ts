import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { PROOF_LASTS } from '../../../contract/limits.ts'
import { connect } from '../../../system/d1/client.ts'
import { sessions, type users } from '../../../db/schema/accounts.ts'
import { identities } from '../../../db/schema/oidc.ts'
import { call } from '../../../testing/call-api.ts'
import { aUser, signIn } from '../../../testing/rows.ts'
import { emptyDatabase, testCtx, type TestCtx } from '../../../testing/test-ctx.ts'
import { hashPassword } from '../password-hash.ts'
import { mailProof, proveByMail } from './prove-by-mail.ts'
import { PROOF_PER_USER } from './prove-with-password.ts'

const PASSWORD = 'correct horse battery'
const HASH = await hashPassword(PASSWORD, 2)

/** Someone whose last proof is this old. */
async function someone(age: number, given: Partial<typeof users.$inferInsert> = {}) {
  await emptyDatabase()
  const db = connect(env.DB)
  const user = await aUser(db, { password_hash: HASH, ...given })
  const { token: session } = await signIn(db, user, Date.now(), Date.now() - age)
  const prove = (password: string) => call('POST', '/api/session/proof', { session, body: { password } })
  return { db, user, session, prove, makeKey: () => call('POST', '/api/maker_key', { session }) }
}

const codeOf = async (response: Response) => (await response.json<{ error: { code: string } }>()).error.code

test('a proof counts for 15 minutes', async () => {
  const { makeKey } = await someone(PROOF_LASTS - 60_000)
  expect((await makeKey()).status).toBe(201)
  const stale = await someone(PROOF_LASTS)
  const refused = await stale.makeKey()
  expect([refused.status, await codeOf(refused)]).toEqual([403, 'proof_required'])
})

test('the password proves the session that sent it, and no other', async () => {
  const { db, user, session, prove, makeKey } = await someone(PROOF_LASTS)
  const other = await signIn(db, user, Date.now(), 0)
  expect((await prove(PASSWORD)).status).toBe(204)
  expect((await makeKey()).status).toBe(201)
  expect((await call('POST', '/api/maker_key', { session: other.token })).status).toBe(403)
  expect(await (await call('GET', '/api/session/proof', { session })).json()).toEqual({
    fresh: true,
    ways: ['password'],
  })
})

test('a wrong password proves nothing, and guessing is limited', async () => {
  const { prove, makeKey } = await someone(PROOF_LASTS)
  for (let n = 0; n < PROOF_PER_USER.tries; n++) expect((await prove('wrong')).status).toBe(422)
  expect((await prove(PASSWORD)).status).toBe(429)
  expect((await makeKey()).status).toBe(403)
})

test('a visitor has nothing to prove', async () => {
  await emptyDatabase()
  expect((await call('GET', '/api/session/proof')).status).toBe(401)
  expect((await call('POST', '/api/session/proof', { body: { password: PASSWORD } })).status).toBe(401)
})

test('an account without a password is offered its provider or a mail', async () => {
  const { db, user, session, prove } = await someone(PROOF_LASTS, { password_hash: null })
  const ways = async () => (await call('GET', '/api/session/proof', { session })).json()
  expect(await ways()).toEqual({ fresh: false, ways: ['mail'] })
  await db.insert(identities).values({ issuer: 'https://else.test', subject: 's', user_id: user.id, created_at: 1 })
  expect(await ways()).toEqual({ fresh: false, ways: ['mail'] })
  expect((await prove(PASSWORD)).status).toBe(404)
})

test('the key for devices is hidden until its user confirms', async () => {
  const { session, prove, makeKey } = await someone(0)
  const { maker_key } = await (await makeKey()).json<{ maker_key: object }>()
  const read = async (path: string, of = session) => (await call('GET', path, { session: of })).json()
  expect(await read('/api/maker_key')).toEqual({ maker_key, hidden: false })
  await env.DB.prepare('update sessions set proved_at = 0').run()
  expect(await read('/api/maker_key')).toEqual({ maker_key: null, hidden: true })
  expect((await call('GET', '/api/maker_key/url', { session })).status).toBe(403)
  await prove(PASSWORD)
  expect(await read('/api/maker_key/url')).toEqual({ maker_key, hidden: false })
})

/** The token of the link in the last mail to this user. */
async function mailedToken(ctx: TestCtx): Promise<string> {
  await ctx.settled()
  return /token=(\S+)/.exec(ctx.mails().at(-1)?.text ?? '')?.[1] ?? ''
}

test('a mailed link proves the session that asked, once', async () => {
  const base = await testCtx()
  const user = await aUser(base.db)
  const [asking, other] = [await base.as(user), await base.as(user)]
  await base.db.update(sessions).set({ proved_at: 0 })
  await mailProof(asking)
  const token = await mailedToken(base)
  await expect(proveByMail(other, { token })).rejects.toMatchObject({ code: 'invalid_link' })
  await proveByMail(asking, { token })
  const proved = await base.db.select({ proved_at: sessions.proved_at }).from(sessions)
  expect(proved.map(({ proved_at }) => proved_at).toSorted()).toEqual([0, base.now()].toSorted())
  await expect(proveByMail(asking, { token })).rejects.toMatchObject({ code: 'invalid_link' })
})

test('a mailed link proves nothing after 15 minutes', async () => {
  const base = await testCtx()
  const ctx = await base.as(await aUser(base.db))
  await mailProof(ctx)
  ctx.advance(PROOF_LASTS + 1000)
  await expect(proveByMail(ctx, { token: await mailedToken(base) })).rejects.toMatchObject({ code: 'invalid_link' })
})

test('an account with a password gets no such mail', async () => {
  const base = await testCtx()
  const ctx = await base.as(await aUser(base.db, { password_hash: HASH }))
  await expect(mailProof(ctx)).rejects.toMatchObject({ code: 'not_found' })
  expect(base.mails()).toEqual([])
})
