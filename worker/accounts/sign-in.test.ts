import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { SCRYPT_N } from '../env.ts'
import { sha256 } from '../http/crypto.ts'
import { aUser } from '../testing/rows.ts'
import { testCtx, type TestCtx } from '../testing/test-ctx.ts'
import { beginSession } from './begin-session.ts'
import { getMe } from './get-me.ts'
import { hashPassword, needsRehash, verifyPassword } from './password.ts'
import { SIGN_IN_PER_ACCOUNT, SIGN_IN_PER_IP } from './rate-limit.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { rate_limits, sessions, users } from './tables.ts'

const PASSWORD = 'correct horse battery'
const CHEAP = 2
const HASH = await hashPassword(PASSWORD, CHEAP)
const GOOD = { email: 'ada@example.test', password: PASSWORD }
const BAD = { ...GOOD, password: 'wrong horse battery' }

function ada(ctx: TestCtx, given: Partial<typeof users.$inferInsert> = {}) {
  return aUser(ctx.db, { email: GOOD.email, password_hash: HASH, ...given })
}

async function seenWith(ctx: TestCtx, token: string) {
  return getMe({ ...ctx, sessionHash: await sha256(token) })
}

test('the right password signs in', async () => {
  const ctx = await testCtx()
  const user = await ada(ctx)
  const { me, token } = await signIn(ctx, GOOD)
  expect(me.id).toBe(user.id)
  expect(await seenWith(ctx, token)).toEqual(me)
})

test('a wrong password and an unknown email get the same refusal', async () => {
  const ctx = await testCtx()
  await ada(ctx)
  await expect(signIn(ctx, BAD)).rejects.toMatchObject({ code: 'bad_credentials' })
  await expect(signIn(ctx, { ...GOOD, email: 'eve@example.test' })).rejects.toMatchObject({ code: 'bad_credentials' })
})

test('someone without a password of ours cannot sign in with an empty or any other', async () => {
  const ctx = await testCtx()
  await ada(ctx, { password_hash: null })
  await expect(signIn(ctx, { ...GOOD, password: '' })).rejects.toMatchObject({ code: 'bad_credentials' })
  await expect(signIn(ctx, GOOD)).rejects.toMatchObject({ code: 'bad_credentials' })
})

test('an unknown email costs the time of a hash', async () => {
  const ctx = await testCtx({ settings: { SCRYPT_N } })
  await ada(ctx, { password_hash: await hashPassword(PASSWORD, SCRYPT_N) })
  const time = async (email: string) => {
    const started = Date.now()
    await signIn(ctx, { ...BAD, email }).catch(() => null)
    await ctx.db.select().from(users)
    return Date.now() - started
  }
  const best = async (email: string) => Math.min(await time(email), await time(email), await time(email))
  const known = await best(GOOD.email)
  expect(known).toBeGreaterThan(20)
  expect(await best('eve@example.test')).toBeGreaterThan(known / 2)
}, 30_000)

test('every sign-in has a new session id, and the one that this browser had before ends', async () => {
  const ctx = await testCtx()
  await ada(ctx)
  const first = await signIn(ctx, GOOD)
  const second = await signIn({ ...ctx, sessionHash: await sha256(first.token) }, GOOD)
  expect(second.token).not.toBe(first.token)
  expect(second.me.session_id).not.toBe(first.me.session_id)
  expect(await seenWith(ctx, first.token)).toBeNull()
  expect(await seenWith(ctx, second.token)).not.toBeNull()
})

test('a session id that someone else planted opens nothing after sign-in', async () => {
  const ctx = await testCtx()
  await ada(ctx)
  const planted = 'planted-by-eve'
  await signIn({ ...ctx, sessionHash: await sha256(planted) }, GOOD)
  expect(await seenWith(ctx, planted)).toBeNull()
})

test('signing in on another browser leaves the first one signed in', async () => {
  const ctx = await testCtx()
  await ada(ctx)
  const first = await signIn(ctx, GOOD)
  await signIn(ctx, GOOD)
  expect(await seenWith(ctx, first.token)).not.toBeNull()
})

test('after ten wrong tries an account waits, even with the right password, and says how long', async () => {
  const ctx = await testCtx()
  await ada(ctx)
  for (let n = 0; n < SIGN_IN_PER_ACCOUNT.tries; n++) {
    await expect(signIn(ctx, BAD)).rejects.toMatchObject({ code: 'bad_credentials' })
  }
  ctx.advance(60_000)
  await expect(signIn(ctx, GOOD)).rejects.toMatchObject({ code: 'rate_limited', detail: { retryAfter: 14 * 60 } })
  ctx.advance(14 * 60_000)
  await expect(signIn(ctx, GOOD)).resolves.toMatchObject({ me: { email: GOOD.email } })
})

test('an account that does not exist waits alike', async () => {
  const ctx = await testCtx()
  for (let n = 0; n < SIGN_IN_PER_ACCOUNT.tries; n++) await signIn(ctx, BAD).catch(() => null)
  await expect(signIn(ctx, BAD)).rejects.toMatchObject({ code: 'rate_limited' })
})

test("a success starts the account's count anew", async () => {
  const ctx = await testCtx()
  await ada(ctx)
  await signIn(ctx, BAD).catch(() => null)
  await signIn(ctx, GOOD)
  const rows = await ctx.db.select().from(rate_limits)
  expect(rows.filter(({ bucket }) => bucket.startsWith(SIGN_IN_PER_ACCOUNT.rule))).toEqual([])
})

test('one address has only so many wrong tries over all accounts; right ones do not count', async () => {
  const ctx = await testCtx()
  await ada(ctx)
  const count = async () => (await ctx.db.select().from(rate_limits)).find((row) => row.bucket.startsWith('sign_in_ip'))
  await signIn(ctx, { ...BAD, email: 'eve@example.test' }).catch(() => null)
  await signIn(ctx, GOOD)
  expect(await count()).toMatchObject({ count: 1 })
  await ctx.db.run(`update rate_limits set count = ${SIGN_IN_PER_IP.tries} where bucket like 'sign_in_ip:%'`)
  await expect(signIn(ctx, { ...BAD, email: 'new@example.test' })).rejects.toMatchObject({ code: 'rate_limited' })
  await expect(signIn({ ...ctx, ip: '198.51.100.7' }, GOOD)).resolves.toMatchObject({ me: { email: GOOD.email } })
})

test('a hash with old parameters is replaced at the next sign-in', async () => {
  const ctx = await testCtx()
  // N=2^10 r=8 p=1 of the same password.
  const old = 'scrypt$1024$8$1$c29kaXVtIGNobG9yaWRlIQ$mguB9yFI1NXcpuDeHO7_GsobwG-U0BaJAKEqaVhWXFY'
  const user = await ada(ctx, { password_hash: old })
  await signIn(ctx, GOOD)
  const [row] = await ctx.db.select().from(users).where(eq(users.id, user.id))
  expect(row?.password_hash && needsRehash(row.password_hash, CHEAP)).toBe(false)
  expect(await verifyPassword(PASSWORD, row?.password_hash ?? null, CHEAP)).toBe(true)
})

test('a sign-in that was checked before the password changed begins no session', async () => {
  const ctx = await testCtx()
  const user = await ada(ctx)
  expect(await beginSession(ctx, { id: user.id, password_hash: 'the old one' }, [])).toBeNull()
  expect(await ctx.db.select().from(sessions)).toEqual([])
})

test('the timezone cookie is kept at sign-in, and one that names no zone changes nothing (§9)', async () => {
  const ctx = await testCtx()
  await ada(ctx, { timezone: 'Europe/Berlin' })
  const zone = async () => (await ctx.db.select().from(users))[0]?.timezone
  await signIn(ctx, { ...GOOD, timezone: 'Mars/Olympus' })
  expect(await zone()).toBe('Europe/Berlin')
  await signIn(ctx, { ...GOOD, timezone: 'America/New_York' })
  expect(await zone()).toBe('America/New_York')
})

test('signing out ends the session in the database, and again does nothing', async () => {
  const ctx = await testCtx()
  await ada(ctx)
  const { token } = await signIn(ctx, GOOD)
  const mine = { ...ctx, sessionHash: await sha256(token) }
  await signOut(mine)
  expect(await seenWith(ctx, token)).toBeNull()
  const [row] = await ctx.db.select().from(sessions)
  ctx.advance(1000)
  await signOut(mine)
  await signOut(ctx)
  expect(await ctx.db.select().from(sessions)).toEqual([row])
})
