/** @module-tag long */
import { like } from 'drizzle-orm'
import { generateKeyPair, SignJWT } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { OIDC_PER_IP, OIDC_START_PER_IP } from '../../db/rate-limit.ts'
import { rate_limits, sessions, users } from '../../db/schema/accounts.ts'
import { startSignIn } from './start-sign-in.ts'
import { oidc_states } from '../../db/schema/oidc.ts'
import { CLIENT_ID, ISSUER, unsigned } from './testing/openid-provider.ts'
import {
  aSignInFixture,
  begin,
  BROWSER,
  comeBack,
  refusedWith,
  RETURN_TO,
  signInThere,
  type SignInFixture,
} from './testing/sign-in.fixture.ts'
import { MINUTE } from '../../contract/shared/durations.ts'

let world: SignInFixture
beforeEach(async () => {
  world = await aSignInFixture()
})

async function nobodyIsIn({ ctx }: SignInFixture) {
  expect(await ctx.db.select().from(sessions)).toEqual([])
  expect(await ctx.db.select().from(users)).toEqual([])
}

test('returns a denied sign-in to the sign-in page', async () => {
  const back = await world.allowed()
  back.searchParams.delete('code')
  back.searchParams.set('error', 'access_denied')
  back.searchParams.set('error_description', '<img src=x onerror=alert(1)>')
  expect(await comeBack(world.ctx, back)).toEqual(refusedWith('denied'))
  await nobodyIsIn(world)
})

test('shows any other provider error in our own words', async () => {
  const back = await world.allowed()
  back.searchParams.set('error', 'server_error')
  back.searchParams.set('error_description', 'Trace: at Object.<anonymous>')
  expect(await comeBack(world.ctx, back)).toEqual(refusedWith('failed'))
})

test.each([
  ['a state that nobody asked with', (url: URL) => url.searchParams.set('state', 'x'.repeat(43))],
  ['no state', (url: URL) => url.searchParams.delete('state')],
  ['two states', (url: URL) => url.searchParams.append('state', 'x')],
])('an answer with %s signs nobody in', async (_, change) => {
  const back = await world.allowed()
  change(back)
  expect(await comeBack(world.ctx, back)).toEqual(refusedWith('expired', '/my_applets'))
  await nobodyIsIn(world)
})

test.each([
  ['another browser', 'c'.repeat(43)],
  ['a browser without our cookie', null],
])('an answer in %s signs nobody in', async (_, browser) => {
  const back = await world.allowed()
  expect(await comeBack(world.ctx, back, browser)).toEqual(refusedWith('expired', '/my_applets'))
  await nobodyIsIn(world)
  expect((await comeBack(world.ctx, back)).begun).not.toBeNull()
})

test('an answer works once', async () => {
  const back = await world.allowed()
  await comeBack(world.ctx, back)
  expect(await comeBack(world.ctx, back)).toEqual(refusedWith('expired', '/my_applets'))
})

test('refuses an answer after ten minutes', async () => {
  const back = await world.allowed()
  world.ctx.advance(10 * MINUTE)
  expect(await comeBack(world.ctx, back)).toEqual(refusedWith('expired', '/my_applets'))
  await nobodyIsIn(world)
})

test.each([
  ['from another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
  ['that does not say its issuer', (url: URL) => url.searchParams.delete('iss')],
  ['with a token in the address', (url: URL) => url.searchParams.set('id_token', 'x')],
  ['with a code that is not ours', (url: URL) => url.searchParams.set('code', 'code-99')],
  ['with a very long code', (url: URL) => url.searchParams.set('code', 'x'.repeat(9000))],
  ['without a code', (url: URL) => url.searchParams.delete('code')],
])('an answer %s signs nobody in', async (_, change) => {
  const back = await world.allowed()
  change(back)
  expect(await comeBack(world.ctx, back)).toEqual(refusedWith('failed'))
  await nobodyIsIn(world)
})

const NOW = Math.floor(Date.UTC(2026, 2, 1, 12) / 1000)
test.each([
  ['whose nonce is another one', { nonce: 'x'.repeat(43) }],
  ['without a nonce', { nonce: undefined }],
  ['for another client', { aud: 'somebody' }],
  ['for several clients', { aud: [CLIENT_ID, 'somebody'] }],
  ['for several clients, used by another', { aud: [CLIENT_ID, 'somebody'], azp: 'somebody' }],
  ['made out to another client', { azp: 'somebody' }],
  ['of another issuer', { iss: 'https://evil.example' }],
  ['that is over', { exp: NOW - 31 }],
  ['that has not begun', { nbf: NOW + 31 }],
  ['without an end', { exp: undefined }],
  ['of nobody', { sub: '' }],
  ['of somebody with an endless name', { sub: 'x'.repeat(256) }],
])('an ID token %s signs nobody in', async (_, claims) => {
  world.provider.bend = { claims }
  expect(await signInThere(world)).toEqual(refusedWith('failed'))
  await nobodyIsIn(world)
})

test('accepts clocks that differ by half a minute', async () => {
  world.provider.bend = { claims: { exp: NOW - 29, nbf: NOW + 29 } }
  expect((await signInThere(world)).begun).not.toBeNull()
})

test('refuses an unsigned ID token or one signed with the public key', async () => {
  world.provider.sign = unsigned
  expect(await signInThere(world)).toEqual(refusedWith('failed'))
  const secret = new TextEncoder().encode(JSON.stringify(world.provider.publicKey()))
  world.provider.sign = (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'key-1' }).sign(secret)
  expect(await signInThere(world)).toEqual(refusedWith('failed'))
  await nobodyIsIn(world)
})

test('refuses an ID token that somebody else signed', async () => {
  const { privateKey } = await generateKeyPair('RS256')
  const header = { alg: 'RS256', kid: world.provider.publicKey().kid ?? '' }
  world.provider.sign = (claims) => new SignJWT(claims).setProtectedHeader(header).sign(privateKey)
  expect(await signInThere(world)).toEqual(refusedWith('failed'))
  await nobodyIsIn(world)
})

test('refuses an access token in place of an ID token', async () => {
  world.provider.bend = { typ: 'at+jwt' }
  expect(await signInThere(world)).toEqual(refusedWith('failed'))
})

test('fetches a changed key again at most every half minute', async () => {
  const keysAsked = () => world.provider.seen.filter((call) => call === 'GET /jwks').length
  expect((await signInThere(world)).begun).not.toBeNull()
  await world.provider.rotate('ES256')
  expect(await signInThere(world)).toEqual(refusedWith('failed'))
  expect(keysAsked()).toBe(1)
  world.ctx.advance(MINUTE / 2)
  expect((await signInThere(world)).begun).not.toBeNull()
  expect(keysAsked()).toBe(2)
  await signInThere(world)
  expect(keysAsked()).toBe(2)
})

test("keeps the issuer's discovery document for ten minutes", async () => {
  const asked = () => world.provider.seen.filter((call) => call.includes('.well-known')).length
  await signInThere(world)
  await signInThere(world)
  expect(asked()).toBe(1)
  world.ctx.advance(10 * MINUTE)
  world.provider.metadata = { issuer: 'https://evil.example' }
  await expect(begin(world.ctx)).rejects.toThrow('sign_in_problem=failed')
  expect(asked()).toBe(2)
})

test.each([
  ['does not answer', {}, true],
  ['has no address to sign in at', { authorization_endpoint: undefined }, false],
  [
    'would send people to an address that is not https',
    { authorization_endpoint: 'http://id.example/authorize' },
    false,
  ],
  ['would run script instead', { authorization_endpoint: 'javascript:alert(1)' }, false],
])('a provider that %s leads back to the sign-in page', async (_, metadata, down) => {
  Object.assign(world.provider, { metadata, down })
  await expect(begin(world.ctx)).rejects.toThrow(`to ${refusedWith('failed').to}`)
  expect(await world.ctx.db.select().from(oidc_states)).toEqual([])
})

test('signing in leaves attempts of others to the schedule', async () => {
  const old = { browser_hash: 'b', nonce: 'n', code_verifier: 'v', return_to: '/', expires_at: 1 }
  await world.ctx.db.insert(oidc_states).values({ ...old, state_hash: 'old' })
  await begin(world.ctx)
  expect(await world.ctx.db.select().from(oidc_states)).toHaveLength(2)
})

test('fetches no keys from inside our own network', async () => {
  world.provider.metadata = { jwks_uri: 'https://127.0.0.1/jwks' }
  expect(await signInThere(world)).toEqual(refusedWith('failed'))
  expect(world.provider.seen).not.toContain('GET /jwks')
})

test('counts failed sign-ins per network and not successes', async () => {
  await signInThere(world)
  await signInThere(world)
  const counters = () => world.ctx.db.select().from(rate_limits).where(like(rate_limits.bucket, 'oidc_%'))
  expect((await counters()).map(({ count }) => count)).toEqual([0, 0])
  await world.ctx.db.update(rate_limits).set({ count: OIDC_PER_IP.tries - 1 })
  const nonsense = new URL(`${ISSUER}/?state=x`)
  expect(await comeBack(world.ctx, nonsense)).toEqual(refusedWith('expired', '/my_applets'))
  expect(await comeBack(world.ctx, nonsense)).toEqual(refusedWith('too_many', '/my_applets'))
  await world.ctx.db.update(rate_limits).set({ count: OIDC_START_PER_IP.tries - 1 })
  await begin(world.ctx)
  await expect(begin(world.ctx)).rejects.toThrow('sign_in_problem=too_many')
})

test('a press on another site shows our own page first', async () => {
  const start = { returnTo: RETURN_TO, browser: BROWSER, fromElsewhere: true }
  expect(await startSignIn(world.ctx, start)).toEqual({
    to: '/login?return_to=%2Fapplets%2Fstar-to-sheet',
    started: false,
  })
  expect(world.provider.seen).toEqual([])
})
