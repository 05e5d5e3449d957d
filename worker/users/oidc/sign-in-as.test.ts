import { beforeEach, expect, test } from 'vitest'
import { spendContinuation } from '../session/activation-continuation.ts'
import { confirmPasswordReset } from '../accounts/confirm-password-reset.ts'
import { getMe } from '../accounts/get-me.ts'
import { requestPasswordReset } from '../accounts/request-password-reset.ts'
import { signIn } from '../accounts/sign-in.ts'
import { sessions, users } from '../../db/schema/accounts.ts'
import { sha256 } from '../../system/secrets/hashes.ts'
import { aUser } from '../../testing/rows.ts'
import { sessionOf } from '../../testing/session-of.ts'
import { TEST_START } from '../../testing/test-ctx.ts'
import type { EndOfSignIn } from './complete-sign-in.ts'
import {
  aSignInFixture,
  comeBack,
  identityRows,
  refusedWith,
  RETURN_TO,
  signInThere,
  userWith,
  type SignInFixture,
} from './testing/sign-in.fixture.ts'
import { ISSUER } from './testing/openid-provider.ts'

let world: SignInFixture
beforeEach(async () => {
  world = await aSignInFixture()
})

async function meWith({ ctx }: SignInFixture, begun: EndOfSignIn['begun']) {
  return getMe({ ...ctx, sessionHash: await sha256(begun?.token ?? '') })
}

test('creates a verified account without a password for someone new', async () => {
  const end = await signInThere(world)
  expect(end).toEqual({
    to: RETURN_TO,
    begun: expect.objectContaining({ token: expect.stringMatching(/^[\w-]{43}\.[\w-]{16}$/) }),
    flash: null,
  })
  expect(await meWith(world, end.begun)).toMatchObject({
    email: 'ada@example.test',
    email_verified: true,
    login: 'ada-lovelace',
  })
  const user = await userWith(world.ctx, 'ada@example.test')
  expect(user).toMatchObject({ password_hash: null, email_verified_at: TEST_START, timezone: 'Europe/Oslo' })
  expect(await identityRows(world.ctx)).toEqual([
    { issuer: ISSUER, subject: 'ada-1', user_id: user.id, created_at: TEST_START },
  ])
  expect(world.ctx.mails()).toEqual([])
})

test('recognizes a returning user whatever the provider now says', async () => {
  const first = await signInThere(world)
  world.provider.person = { sub: 'ada-1', email: 'other@example.test', email_verified: false, name: 'Somebody' }
  const second = await signInThere(world)
  expect((await meWith(world, second.begun))?.id).toBe((await meWith(world, first.begun))?.id)
  expect(await world.ctx.db.select().from(users)).toHaveLength(1)
})

test('links the account with the same verified email, keeps its password', async () => {
  const user = await aUser(world.ctx.db, { email: 'ada@example.test', email_verified_at: 1, password_hash: 'hash' })
  const end = await signInThere(world)
  expect((await meWith(world, end.begun))?.id).toBe(user.id)
  expect(end.flash).toBe('Test ID now signs in to your account too. Your password still works.')
  expect(await userWith(world.ctx, user.email)).toMatchObject({ password_hash: 'hash', login: user.login })
  expect((await signInThere(world)).flash).toBeNull()
})

test('the first link ends other sessions and mails the address', async () => {
  const user = await aUser(world.ctx.db, { email: 'ada@example.test', email_verified_at: 1, password_hash: 'hash' })
  const before = await world.ctx.as(user)
  const end = await signInThere(world)
  expect(await getMe(before)).toBeNull()
  expect(await meWith(world, end.begun)).not.toBeNull()
  await world.ctx.settled()
  expect(world.ctx.mails()).toMatchObject([
    { to: user.email, subject: 'A new way to sign in was added (Switchyard)', template: 'security_event' },
  ])
})

test('later sign-ins with a linked identity end nothing', async () => {
  const user = await aUser(world.ctx.db, { email: 'ada@example.test', email_verified_at: 1, password_hash: 'hash' })
  const first = await signInThere(world)
  const other = await world.ctx.as(user)
  await world.ctx.settled()
  const { length } = world.ctx.mails()
  const knownBrowser = first.begun?.known_browser ?? null
  await comeBack({ ...world.ctx, knownBrowser }, await world.allowed())
  await world.ctx.settled()
  expect(await getMe(other)).not.toBeNull()
  expect(await meWith(world, first.begun)).not.toBeNull()
  expect(world.ctx.mails()).toHaveLength(length)
})

test('refuses to link an account whose email is unverified', async () => {
  await aUser(world.ctx.db, { email: 'ada@example.test', password_hash: 'of a stranger' })
  expect(await signInThere(world)).toEqual(refusedWith('unverified_account'))
  expect(await identityRows(world.ctx)).toEqual([])
  expect(await world.ctx.db.select().from(sessions)).toEqual([])
})

test.each([
  ['not verified', { email_verified: false }],
  ['not said to be verified', { email_verified: undefined }],
  ['missing', { email: undefined }],
  ['no email at all', { email: 'ada at example' }],
])('refuses an email that is %s at the provider', async (_, said) => {
  await aUser(world.ctx.db, { email: 'ada@example.test', email_verified_at: 1 })
  Object.assign(world.provider.person, said)
  expect(await signInThere(world)).toEqual(refusedWith('unverified_email'))
  expect(await world.ctx.db.select().from(users)).toHaveLength(1)
  expect(await identityRows(world.ctx)).toEqual([])
})

test('refuses an email that the provider gave to somebody else', async () => {
  await signInThere(world)
  Object.assign(world.provider.person, { sub: 'ada-2' })
  expect(await signInThere(world)).toEqual(refusedWith('other_identity'))
  expect(await identityRows(world.ctx)).toHaveLength(1)
})

test('compares emails trimmed and in lower case', async () => {
  const user = await aUser(world.ctx.db, { email: 'ada@example.test', email_verified_at: 1 })
  Object.assign(world.provider.person, { email: ' Ada@Example.TEST ', email_verified: 'true' })
  expect((await meWith(world, (await signInThere(world)).begun))?.id).toBe(user.id)
})

test('asks the provider for an email missing from the ID token', async () => {
  world.provider.person = { sub: 'ada-1' }
  world.provider.userInfo = { sub: 'ada-1', email: 'ada@example.test', email_verified: true, preferred_username: 'ada' }
  expect(await meWith(world, (await signInThere(world)).begun)).toMatchObject({
    email: 'ada@example.test',
    login: 'ada',
  })
  const other = await aSignInFixture()
  other.provider.person = { sub: 'ada-1' }
  other.provider.userInfo = { sub: 'eve', email: 'ada@example.test', email_verified: true }
  expect(await signInThere(other)).toEqual(refusedWith('failed'))
})

test('asks the provider nothing more when the token has an email', async () => {
  world.provider.userInfo = { sub: 'ada-1', email: 'other@example.test', email_verified: true }
  await signInThere(world)
  expect(world.provider.seen.filter((call) => call.startsWith('GET /userinfo'))).toEqual([])
})

test('adds a number to a taken user name in any case', async () => {
  await aUser(world.ctx.db, { login: 'Ada-Lovelace' })
  await aUser(world.ctx.db, { login: 'ada-lovelace-2' })
  expect(await meWith(world, (await signInThere(world)).begun)).toMatchObject({ login: 'ada-lovelace-3' })
})

test('simultaneous callbacks of someone new create one account, two sessions', async () => {
  const [one, two] = [await world.allowed(), await world.allowed()]
  const ends = await Promise.all([comeBack(world.ctx, one), comeBack(world.ctx, two)])
  const ids = await Promise.all(ends.map(async ({ begun }) => (await meWith(world, begun))?.id))
  expect(ids[0]).toBeTruthy()
  expect(ids[1]).toBe(ids[0])
  expect(await world.ctx.db.select().from(users)).toHaveLength(1)
})

test('a user without a password can add one by mail', async () => {
  const { ctx } = world
  await signInThere(world)
  await expect(signIn(ctx, { email: 'ada@example.test', password: 'plum orbit velvet canoe' })).rejects.toThrow()
  await requestPasswordReset(ctx, { email: 'ada@example.test' })
  await ctx.settled()
  const token = /token=(\S+)/.exec(ctx.mails()[0]?.text ?? '')?.[1] ?? ''
  await confirmPasswordReset(ctx, { token, password: 'another long battery staple' })
  const { me } = await sessionOf(signIn)(ctx, {
    email: 'ada@example.test',
    password: 'another long battery staple',
  })
  expect(await meWith(world, (await signInThere(world)).begun)).toMatchObject({ id: me?.id })
})

test('ends the session that this browser had before', async () => {
  const back = await world.allowed()
  const before = await world.ctx.as(await aUser(world.ctx.db))
  const end = await comeBack(before, back)
  expect(end.begun).not.toBeNull()
  expect(await getMe(before)).toBeNull()
})

test('after signing in, a flow of connecting needs no press', async () => {
  const path = '/activate?c[]=github&c[]=google_sheets&return_to=/applets/star'
  const { to, begun } = await comeBack(world.ctx, await world.allowed(path))
  const continuation = /^\/activate\?c\[\]=github.*&continuation=(.*)$/.exec(to)?.[1] ?? ''
  const ctx = { ...world.ctx, sessionHash: await sha256(begun?.token ?? '') }
  const steps = { names: ['github', 'google_sheets'], returnTo: '/applets/star' }
  expect(await spendContinuation(world.ctx, continuation, steps)).toBe(false)
  expect(await spendContinuation(ctx, continuation, steps)).toBe(true)
  expect(await spendContinuation(ctx, continuation, steps)).toBe(false)
})
