import { createHook } from 'node:async_hooks'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sha256 } from '../../system/secrets/hashes.ts'
import { aUser } from '../../testing/rows.ts'
import { sessionOf } from '../../testing/session-of.ts'
import { testCtx, type TestCtx } from '../../testing/test-ctx.ts'
import { beginSession } from './begin-session.ts'
import { getMe } from './get-me.ts'
import { hashPassword, needsRehash, verifyPassword } from './password-hash.ts'
import { TRIES_PER_ACCOUNT, TRIES_PER_IP, TRIES_PER_NETWORK } from './passwords/password-tries.ts'
import { signIn as signInByPassword } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { rate_limits, sessions, users } from '../../db/schema/accounts.ts'

const signIn = sessionOf(signInByPassword)
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

test('the right password signs in, also one that is easy to guess', async () => {
  const ctx = await testCtx()
  const user = await ada(ctx)
  const { me, token } = await signIn(ctx, GOOD)
  expect(me?.id).toBe(user.id)
  expect(await seenWith(ctx, token)).toEqual(me)
})

test('refuses a wrong password and an unknown email alike', async () => {
  const ctx = await testCtx()
  await ada(ctx)
  await expect(signIn(ctx, BAD)).rejects.toMatchObject({ code: 'bad_credentials' })
  await expect(signIn(ctx, { ...GOOD, email: 'eve@example.test' })).rejects.toMatchObject({ code: 'bad_credentials' })
})

test('an account without a password accepts no password', async () => {
  const ctx = await testCtx()
  await ada(ctx, { password_hash: null })
  await expect(signIn(ctx, { ...GOOD, password: '' })).rejects.toMatchObject({ code: 'bad_credentials' })
  await expect(signIn(ctx, GOOD)).rejects.toMatchObject({ code: 'bad_credentials' })
})

/** How many passwords Node hashes while this sign-in is refused. */
async function countHashes(ctx: TestCtx, email: string): Promise<number> {
  let count = 0
  const hook = createHook({ init: (_, type) => void (type === 'SCRYPTREQUEST' && count++) }).enable()
  await expect(signIn(ctx, { ...BAD, email })).rejects.toMatchObject({ code: 'bad_credentials' })
  hook.disable()
  return count
}

test('an unknown email is hashed for as often as a known one', async () => {
  const ctx = await testCtx()
  await ada(ctx)
  await ada(ctx, { email: 'none@example.test', password_hash: null })
  const emails = [GOOD.email, 'none@example.test', 'eve@example.test']
  const counts: number[] = []
  for (const email of emails) counts.push(await countHashes(ctx, email))
  expect(counts).toEqual([1, 1, 1])
})

test("an unknown email is hashed for at the setting's cost", async () => {
  // More memory than a hash may take, so that the cost is refused instead of paid.
  const ctx = await testCtx({ settings: { SCRYPT_N: 2 ** 17 } })
  await expect(signIn(ctx, BAD)).rejects.toMatchObject({ code: 'ERR_CRYPTO_INVALID_SCRYPT_PARAMS' })
})

test('a sign-in gets a new session id and ends the previous', async () => {
  const ctx = await testCtx()
  await ada(ctx)
  const first = await signIn(ctx, GOOD)
  const second = await signIn({ ...ctx, sessionHash: await sha256(first.token) }, GOOD)
  expect(second.token).not.toBe(first.token)
  expect(second.me?.session_id).not.toBe(first.me?.session_id)
  expect(await seenWith(ctx, first.token)).toBeNull()
  expect(await seenWith(ctx, second.token)).not.toBeNull()
})

test('a session id planted by someone else opens nothing after sign-in', async () => {
  const ctx = await testCtx()
  await ada(ctx)
  const planted = 'planted-by-eve'
  await signIn({ ...ctx, sessionHash: await sha256(planted) }, GOOD)
  expect(await seenWith(ctx, planted)).toBeNull()
})

test('signing in on another browser leaves the first signed in', async () => {
  const ctx = await testCtx()
  await ada(ctx)
  const first = await signIn(ctx, GOOD)
  await signIn(ctx, GOOD)
  expect(await seenWith(ctx, first.token)).not.toBeNull()
})

test('stops a network after ten wrong tries and says how long', async () => {
  const ctx = await testCtx()
  await ada(ctx)
  for (let n = 0; n < TRIES_PER_NETWORK.tries; n++) {
    await expect(signIn(ctx, BAD)).rejects.toMatchObject({ code: 'bad_credentials' })
  }
  ctx.advance(60_000)
  await expect(signIn(ctx, GOOD)).rejects.toMatchObject({ code: 'rate_limited', detail: { retryAfter: 14 * 60 } })
  ctx.advance(14 * 60_000)
  await expect(signIn(ctx, GOOD)).resolves.toMatchObject({ me: { email: GOOD.email } })
})

test("a successful sign-in restarts the account's count", async () => {
  const ctx = await testCtx()
  await ada(ctx)
  await signIn(ctx, BAD).catch(() => null)
  await signIn(ctx, GOOD)
  const rows = await ctx.db.select().from(rate_limits)
  expect(rows.filter(({ bucket }) => bucket.startsWith(TRIES_PER_ACCOUNT.rule))).toEqual([])
})

test('limits wrong tries from one network across all accounts', async () => {
  const ctx = await testCtx()
  await ada(ctx)
  const count = async () => (await ctx.db.select().from(rate_limits)).find((row) => row.bucket.startsWith('sign_in_ip'))
  await signIn(ctx, { ...BAD, email: 'eve@example.test' }).catch(() => null)
  await signIn(ctx, GOOD)
  expect(await count()).toMatchObject({ count: 1 })
  await ctx.db.run(`update rate_limits set count = ${TRIES_PER_IP.tries} where bucket like 'sign_in_ip:%'`)
  await expect(signIn(ctx, { ...BAD, email: 'new@example.test' })).rejects.toMatchObject({ code: 'rate_limited' })
  await expect(signIn({ ...ctx, ip: '198.51.100.7' }, GOOD)).resolves.toMatchObject({ me: { email: GOOD.email } })
})

test('replaces a hash with old parameters at the next sign-in', async () => {
  const ctx = await testCtx()
  // N=2^10 r=8 p=1 of the same password.
  const old = 'scrypt$1024$8$1$c29kaXVtIGNobG9yaWRlIQ$mguB9yFI1NXcpuDeHO7_GsobwG-U0BaJAKEqaVhWXFY'
  const user = await ada(ctx, { password_hash: old })
  await signIn(ctx, GOOD)
  const [row] = await ctx.db.select().from(users).where(eq(users.id, user.id))
  expect(row?.password_hash && needsRehash(row.password_hash, CHEAP)).toBe(false)
  expect(await verifyPassword(PASSWORD, row?.password_hash ?? null, CHEAP)).toBe(true)
})

test('begins no session when the password changed after the check', async () => {
  const ctx = await testCtx()
  const user = await ada(ctx)
  expect(await beginSession(ctx, { ...user, password_hash: 'the old one' }, 'signed_in')).toBeNull()
  expect(await ctx.db.select().from(sessions)).toEqual([])
})

test('keeps the timezone cookie at sign-in only when it names a zone', async () => {
  const ctx = await testCtx()
  await ada(ctx, { timezone: 'Europe/Berlin' })
  const zone = async () => (await ctx.db.select().from(users))[0]?.timezone
  await signIn(ctx, { ...GOOD, timezone: 'Mars/Olympus' })
  expect(await zone()).toBe('Europe/Berlin')
  await signIn(ctx, { ...GOOD, timezone: 'America/New_York' })
  expect(await zone()).toBe('America/New_York')
})

test('signing out ends the stored session once', async () => {
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
