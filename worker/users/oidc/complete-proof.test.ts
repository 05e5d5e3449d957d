import { expect, test } from 'vitest'
import { sessions, users } from '../../db/schema/accounts.ts'
import { identities } from '../../db/schema/oidc.ts'
import type { TestCtx } from '../../testing/test-ctx.ts'
import { aUser } from '../../testing/rows.ts'
import { ISSUER } from './testing/openid-provider.ts'
import { startProof } from './start-sign-in.ts'
import {
  aSignInFixture,
  BROWSER,
  comeBack,
  RETURN_TO,
  signInThere,
  type SignInFixture,
} from './testing/sign-in.fixture.ts'

/** Someone whose account the provider's user opens, in a session that has proved nothing. */
async function someone() {
  const fixture = await aSignInFixture()
  const { db } = fixture.ctx
  const user = await aUser(db)
  const subject = String(fixture.provider.person['sub'])
  await db.insert(identities).values({ issuer: ISSUER, subject, user_id: user.id, created_at: 1 })
  const ctx = await fixture.ctx.as(user)
  await db.update(sessions).set({ proved_at: 0 })
  return { fixture, ctx }
}

async function askProvider({ provider }: SignInFixture, ctx: Parameters<typeof startProof>[0]) {
  const { to } = await startProof(ctx, { returnTo: RETURN_TO, browser: BROWSER, fromElsewhere: false })
  expect(new URL(to).searchParams.get('max_age')).toBe('0')
  return provider.allow(to)
}

async function provedAt({ db }: TestCtx) {
  return (await db.select({ proved_at: sessions.proved_at }).from(sessions)).map(({ proved_at }) => proved_at)
}

test('signing in through the provider proves nothing yet', async () => {
  const fixture = await aSignInFixture()
  await signInThere(fixture)
  expect(await fixture.ctx.db.select({ proved_at: sessions.proved_at }).from(sessions)).toEqual([{ proved_at: 0 }])
})

test('a provider that asked its user again proves the session', async () => {
  const { fixture, ctx } = await someone()
  fixture.provider.bend.claims = { auth_time: Math.floor(ctx.now() / 1000) }
  const end = await comeBack(ctx, await askProvider(fixture, ctx))
  expect(end).toMatchObject({ to: RETURN_TO, begun: null })
  expect(await provedAt(ctx)).toEqual([ctx.now()])
})

test.each([
  ['did not ask again', { auth_time: 1_700_000_000 }],
  ['does not say when it asked', {}],
  ['asked somebody else', { auth_time: 4_000_000_000, sub: 'somebody-else' }],
])('a provider that %s proves nothing', async (_, claims) => {
  const { fixture, ctx } = await someone()
  fixture.provider.bend.claims = claims
  const end = await comeBack(ctx, await askProvider(fixture, ctx))
  expect(end).toMatchObject({ to: RETURN_TO, begun: null, flash: expect.stringContaining('did not confirm') })
  expect(await provedAt(ctx)).toEqual([0])
})

test('an answer proves no other session than the one that asked', async () => {
  const { fixture, ctx } = await someone()
  fixture.provider.bend.claims = { auth_time: Math.floor(ctx.now() / 1000) }
  const address = await askProvider(fixture, ctx)
  const other = await fixture.ctx.as(await aUser(ctx.db))
  await ctx.db.update(sessions).set({ proved_at: 0 })
  await comeBack(other, address)
  expect(await provedAt(ctx)).toEqual([0, 0])
})

test('a provider proves nothing where a better way is there', async () => {
  const { fixture, ctx } = await someone()
  await ctx.db.update(users).set({ password_hash: 'x' })
  fixture.provider.bend.claims = { auth_time: Math.floor(ctx.now() / 1000) }
  await comeBack(ctx, await askProvider(fixture, ctx))
  expect(await provedAt(ctx)).toEqual([0])
})
