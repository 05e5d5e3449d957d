import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { FOR_PAGE } from '../../contract/site.ts'
import { PLANS, type Tier } from '../../contract/tiers.ts'
import { beginSession } from '../../users/accounts/begin-session.ts'
import { userMarkOf } from '../../users/session/session-cookie.ts'
import { call } from '../../testing/call-api.ts'
import { roundTrips } from '../../testing/round-trips.ts'
import { aSubscription, aUser, signIn } from '../../testing/rows.ts'
import { testCtx, type TestCtx } from '../../testing/test-ctx.ts'
import { isOverCallLimit } from './limit-calls.ts'

let ctx: TestCtx
beforeEach(async () => {
  ctx = await testCtx()
})

/** The limiters of wrangler.toml, with a minute that ends only when the test says so. */
function limiters() {
  const counts = new Map<string, number>()
  const limiter = (limit: number) => ({
    limit: async ({ key }: { key: string }) => {
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return { success: count <= limit }
    },
  })
  return { CALLS: limiter(60), CALLS_PRO: limiter(240), CALLS_PRO_PLUS: limiter(1140), newMinute: () => counts.clear() }
}
type Limits = Parameters<typeof isOverCallLimit>[1]

/** How many sequential calls go through before the first refusal. */
async function allowed(caller: TestCtx, limits: Limits, most = 2000): Promise<number> {
  for (let made = 0; made < most; made++) if ((await isOverCallLimit(caller, limits)) !== null) return made
  return most
}

async function userOf(tier: Tier) {
  const user = await aUser(ctx.db)
  if (tier !== 'free') await aSubscription(ctx.db, user, { tier })
  return user
}

test.each([
  ['free', 60],
  ['intermediate_pro', 300],
  ['pro', 1200],
  ['legacy_pro', 300],
] as const)('%s: allows so many calls a minute, then refuses', async (tier, calls) => {
  const [caller, limits] = [await ctx.as(await userOf(tier)), limiters()]
  expect(PLANS[tier].api_requests_per_minute).toBe(calls)
  expect(await allowed(caller, limits)).toBe(calls)
  expect(await isOverCallLimit(caller, limits)).toBe(tier)
  limits.newMinute()
  expect(await allowed(caller, limits)).toBe(calls)
})

test.each([
  ['free', 60],
  ['intermediate_pro', 300],
] as const)('%s: ten sessions of one user share one allowance', async (tier, calls) => {
  const [user, limits] = [await userOf(tier), limiters()]
  expect(await allowed(await ctx.as(user), limits)).toBe(calls)
  for (let n = 0; n < 9; n++) expect(await allowed(await ctx.as(user), limits)).toBe(0)
  expect(await allowed(await ctx.as(await userOf(tier)), limits)).toBe(calls)
})

test('all cookies of a user have one mark, unlike those of others', async () => {
  const [ada, bob] = [await aUser(ctx.db), await aUser(ctx.db)]
  const begun = await Promise.all(
    [ada, ada, bob].map((user) => beginSession(ctx, { ...user, password_hash: null }, 'signed_in')),
  )
  const [first, second, other] = begun.map((session) => userMarkOf(session?.token ?? ''))
  expect(first).toMatch(/^[\w-]{16}$/)
  expect(second).toBe(first)
  expect(other).not.toBe(first)
})

test('the first sixty calls read nothing from D1', async () => {
  const [caller, limits] = [await ctx.as(await userOf('pro')), limiters()]
  const sixty = async (counted: Parameters<typeof isOverCallLimit>[0]) => {
    for (let n = 0; n < 60; n++) await isOverCallLimit(counted, limits)
  }
  expect(await roundTrips(caller, sixty)).toBe(0)
  expect(await roundTrips(caller, (counted) => isOverCallLimit(counted, limits))).toBe(1)
})

test('counts visitors by network, apart from signed-in users', async () => {
  const limits = limiters()
  await allowed(await ctx.as(await userOf('free')), limits)
  expect(await allowed(ctx, limits)).toBe(240)
  expect(await isOverCallLimit({ ...ctx, ip: '192.0.2.2' }, limits)).toBeNull()
  expect(await isOverCallLimit({ ...ctx, ip: '2001:db8::1' }, limits)).toBeNull()
})

test("made-up session cookies count as one network's visitors", async () => {
  const limits = limiters()
  let through = 0
  for (let n = 0; n < 3000; n++) {
    if ((await isOverCallLimit({ ...ctx, sessionHash: 'made up', userMark: `made-up-${n}` }, limits)) === null)
      through++
  }
  expect(through).toBe(1140 + 240)
  // A signed-in user in the same network is not affected.
  expect(await allowed(await ctx.as(await userOf('free')), limits)).toBe(60)
})

test('an ended session counts as a visitor after its first calls', async () => {
  const limits = limiters()
  expect(await allowed({ ...ctx, sessionHash: 'ended' }, limits)).toBe(60 + 240)
})

test('lets calls through when a limiter is missing or fails', async () => {
  const { CALLS_PRO: _, ...unbound } = limiters()
  expect(await allowed(ctx, unbound, 500)).toBe(500)
  const CALLS_PRO = { limit: () => Promise.reject(new Error('away')) }
  expect(await isOverCallLimit(ctx, { ...limiters(), CALLS_PRO })).toBeNull()
})

/** Repeats the work until it fits one minute of the clock, which is the real limiters' period. */
async function withinOneMinute<Result>(work: () => Promise<Result>): Promise<Result> {
  const minute = () => Math.floor(Date.now() / 60_000)
  for (;;) {
    const began = minute()
    const result = await work()
    if (minute() === began) return result
  }
}

test("as deployed, answers 429 to a free user's 61st call", async () => {
  const answers = await withinOneMinute(async () => {
    // Nobody else's calls of this minute count: the limiter outlives a test.
    const user = await aUser(ctx.db, { id: `usr_${crypto.randomUUID()}` })
    const { token: session } = await signIn(ctx.db, user, Date.now())
    const ask = (method: string, path: string, headers = {}) => call(method, path, { session, headers, bindings: env })
    const reads: number[] = []
    for (let n = 0; n < 60; n++) reads.push((await ask('GET', '/api/me')).status)
    return {
      user,
      reads,
      read: await ask('GET', '/api/me'),
      write: await ask('DELETE', '/api/session'),
      token: await ask('GET', '/api/csrf_token'),
      page: await ask('GET', '/api/me', { [FOR_PAGE]: '1' }),
      hook: await ask('POST', '/hooks/unknown'),
    }
  })
  expect(answers.reads).toEqual(Array(60).fill(200))
  for (const refused of [answers.read, answers.write]) {
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(refused.headers.get('cache-control')).toBe('private, no-store')
    expect(await refused.json()).toEqual({
      error: {
        type: 'rate_limited',
        code: 'rate_limited',
        message: 'Too many tries. Please wait a little and try again.',
      },
      errors: [],
    })
  }
  // CSRF tokens, the edge's requests for pages and machines' calls do not count.
  expect([answers.token.status, answers.page.status, answers.hook.status]).toEqual([200, 200, 404])
  expect(await (await answers.page).json()).toMatchObject({ me: { id: answers.user.id } })
})
