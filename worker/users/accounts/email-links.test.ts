import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { sha256 } from '../../system/secrets/hashes.ts'
import { aUser } from '../../testing/rows.ts'
import { sessionOf } from '../../testing/session-of.ts'
import { testCtx, type TestCtx } from '../../testing/test-ctx.ts'
import { confirmEmail } from './confirm-email.ts'
import { confirmPasswordReset as resetPassword } from './confirm-password-reset.ts'
import { getMe } from './get-me.ts'
import { makeEmailLink, readEmailLink } from './email-links.ts'
import { verifyPassword } from './password-hash.ts'
import { RESET_PER_EMAIL, VERIFICATION_PER_USER } from '../../db/rate-limit.ts'
import { requestEmailVerification } from './request-email-verification.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { signIn } from './sign-in.ts'
import { used_links, users } from '../../db/schema/accounts.ts'
import { HOUR } from '../../contract/shared/durations.ts'

const confirmPasswordReset = sessionOf(resetPassword)
const NEW_PASSWORD = 'a brand new password'
const ADA = { email: 'ada@example.test', login: 'Ada', password_hash: 'the old hash' }
const invalid = { code: 'invalid_link' }

/** The token of the link in the last mail. */
async function mailedToken(ctx: TestCtx): Promise<string> {
  await ctx.settled()
  const [link] = /https?:\S+/.exec(ctx.mails().at(-1)?.text ?? '') ?? []
  return new URL(link ?? '').searchParams.get('token') ?? ''
}

async function askReset(ctx: TestCtx) {
  await requestPasswordReset(ctx, { email: ADA.email })
  return mailedToken(ctx)
}

test('the verification link verifies the address once', async () => {
  const ctx = await testCtx()
  const mine = await ctx.as(await aUser(ctx.db, ADA))
  await requestEmailVerification(mine)
  const token = await mailedToken(ctx)
  expect(ctx.jobs).toMatchObject([{ template: 'verify_email', to: ADA.email }])
  expect(await confirmEmail(mine, { token })).toMatchObject({ email: ADA.email })
  expect(await getMe(mine)).toMatchObject({ email_verified: true })
  await expect(confirmEmail(mine, { token })).rejects.toMatchObject(invalid)
})

test('sends a verified address no further mail', async () => {
  const ctx = await testCtx()
  const mine = await ctx.as(await aUser(ctx.db, { ...ADA, email_verified_at: ctx.now() }))
  await requestEmailVerification(mine)
  await ctx.settled()
  expect(ctx.jobs).toEqual([])
})

test('limits how often a verification mail is sent', async () => {
  const ctx = await testCtx()
  const user = await aUser(ctx.db, ADA)
  const mine = await ctx.as(user)
  for (let n = 0; n < VERIFICATION_PER_USER.tries; n++) await requestEmailVerification(mine)
  await expect(requestEmailVerification(mine)).rejects.toMatchObject({ code: 'rate_limited' })
})

test('a verification link works 24 hours, for its address only', async () => {
  const ctx = await testCtx()
  const user = await aUser(ctx.db, ADA)
  const tokenFor = async (email: string) =>
    new URL(await makeEmailLink(ctx, 'verify_email', { user_id: user.id, email })).searchParams.get('token') ?? ''
  await expect(confirmEmail(ctx, { token: await tokenFor('old@example.test') })).rejects.toMatchObject(invalid)
  const token = await tokenFor(ADA.email)
  ctx.advance(24 * HOUR)
  await expect(confirmEmail(ctx, { token })).rejects.toMatchObject(invalid)
  expect(await ctx.db.select({ at: users.email_verified_at }).from(users)).toEqual([{ at: null }])
})

test('a link opens only its own purpose with our signature', async () => {
  const ctx = await testCtx()
  const claims = { user_id: 'usr_1', email: ADA.email }
  const link = new URL(await makeEmailLink(ctx, 'verify_email', claims))
  const token = link.searchParams.get('token') ?? ''
  expect(link.origin + link.pathname).toBe(`${ctx.settings.SITE_ORIGIN}/verify_email`)
  expect(await readEmailLink(ctx, 'verify_email', token)).toMatchObject(claims)
  await expect(readEmailLink(ctx, 'password_reset', token)).rejects.toMatchObject(invalid)

  const [head, body, signature] = token.split('.')
  const settings = { ...ctx.settings, SECRET_KEY: ['another key that is long enough, too'] as const }
  const whole = () => new SignJWT({ email: ADA.email }).setSubject('usr_1').setJti('1').setAudience('verify_email')
  const forged = await whole()
    .setIssuer(settings.SITE_ORIGIN)
    .setExpirationTime(4e9)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(ctx.settings.SECRET_KEY[0]))
  const unsigned = new UnsecuredJWT({
    email: ADA.email,
    sub: 'usr_1',
    jti: '1',
    aud: 'verify_email',
    exp: 4e9,
  }).encode()
  await expect(readEmailLink({ ...ctx, settings }, 'verify_email', token)).rejects.toMatchObject(invalid)
  for (const bad of [forged, unsigned, `${head}.${body}.`, `${head}.${body}x.${signature}`, 'x', '..', '']) {
    await expect(readEmailLink(ctx, 'verify_email', bad)).rejects.toMatchObject(invalid)
  }
})

test('the reset link sets a new password and ends every session', async () => {
  const ctx = await testCtx()
  const user = await aUser(ctx.db, ADA)
  const old = await ctx.as(user)
  const token = await askReset(ctx)
  const begun = await confirmPasswordReset(ctx, { token, password: NEW_PASSWORD })
  expect(begun.me).toMatchObject({ id: user.id, email_verified: true })
  expect(await getMe(old)).toBeNull()
  expect(await getMe({ ...ctx, sessionHash: await sha256(begun.token) })).toEqual(begun.me)
  await expect(signIn(ctx, { email: ADA.email, password: NEW_PASSWORD })).resolves.toMatchObject({
    me: { id: user.id },
  })
})

test('a reset link works once', async () => {
  const ctx = await testCtx()
  await aUser(ctx.db, ADA)
  const token = await askReset(ctx)
  const both = await Promise.allSettled([
    confirmPasswordReset(ctx, { token, password: NEW_PASSWORD }),
    confirmPasswordReset(ctx, { token, password: 'another new password' }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(confirmPasswordReset(ctx, { token, password: NEW_PASSWORD })).rejects.toMatchObject(invalid)
  expect(await ctx.db.select().from(used_links)).toHaveLength(1)
})

test('a reset link stops working once the password has changed', async () => {
  const ctx = await testCtx()
  await aUser(ctx.db, ADA)
  const [first, second] = [await askReset(ctx), await askReset(ctx)]
  await confirmPasswordReset(ctx, { token: second, password: NEW_PASSWORD })
  await expect(confirmPasswordReset(ctx, { token: first, password: 'mallory was here too' })).rejects.toMatchObject(
    invalid,
  )
  const [user] = await ctx.db.select().from(users)
  expect(await verifyPassword(NEW_PASSWORD, user?.password_hash ?? null, ctx.settings.SCRYPT_N)).toBe(true)
})

test('only one of two simultaneous reset links wins', async () => {
  const ctx = await testCtx()
  await aUser(ctx.db, ADA)
  const [first, second] = [await askReset(ctx), await askReset(ctx)]
  const both = await Promise.allSettled([
    confirmPasswordReset(ctx, { token: first, password: NEW_PASSWORD }),
    confirmPasswordReset(ctx, { token: second, password: 'another new password' }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a reset link expires after an hour', async () => {
  const ctx = await testCtx()
  await aUser(ctx.db, ADA)
  const token = await askReset(ctx)
  ctx.advance(HOUR)
  await expect(confirmPasswordReset(ctx, { token, password: NEW_PASSWORD })).rejects.toMatchObject(invalid)
})

test('refuses an easy new password and keeps the link valid', async () => {
  const ctx = await testCtx()
  await aUser(ctx.db, ADA)
  const token = await askReset(ctx)
  const refused = confirmPasswordReset(ctx, { token, password: 'passwordpassword' })
  await expect(refused).rejects.toMatchObject({
    code: 'invalid_input',
    detail: { errors: [{ attribute: 'password' }] },
  })
  await expect(confirmPasswordReset(ctx, { token, password: NEW_PASSWORD })).resolves.toBeDefined()
})

test('a reset request does not reveal whether an account exists', async () => {
  const ctx = await testCtx()
  await aUser(ctx.db, ADA)
  const answers = [
    await requestPasswordReset(ctx, { email: ADA.email }),
    await requestPasswordReset(ctx, { email: 'eve@example.test' }),
  ]
  expect(answers).toEqual([undefined, undefined])
  await ctx.settled()
  expect(ctx.mails().map(({ to }) => to)).toEqual([ADA.email])
  for (let n = 1; n < RESET_PER_EMAIL.tries; n++) await requestPasswordReset(ctx, { email: 'eve@example.test' })
  const oneMore = requestPasswordReset(ctx, { email: 'eve@example.test' })
  await expect(oneMore).rejects.toMatchObject({ code: 'rate_limited' })
})
