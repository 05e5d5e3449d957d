import { beforeEach, expect, test } from 'vitest'
import { subscriptions } from '../db/schema/billing.ts'
import type { AiCreationsToday } from '../contract/ai/ai-creations.ts'
import type { ErrorEnvelope } from '../contract/errors.ts'
import { TIER_LIMITS, type Tier } from '../contract/tiers.ts'
import { AppError } from '../errors/app-error.ts'
import { call } from '../testing/call-api.ts'
import { roundTrips } from '../testing/round-trips.ts'
import { aSubscription, aUser, signIn } from '../testing/rows.ts'
import { testCtx, type TestCtx } from '../testing/test-ctx.ts'
import { readAiCreations } from './read-ai-creations.ts'
import { dayOf } from './creation-day.ts'
import { ai_creations } from '../db/schema/ai.ts'
import { takeAiCreation } from './take-ai-creation.ts'

let ctx: TestCtx
beforeEach(async () => {
  ctx = await testCtx()
})

async function userOf(tier: Tier) {
  const user = await aUser(ctx.db)
  if (tier !== 'free') await aSubscription(ctx.db, user, { tier })
  return user
}

/** Records this many creations for the user on the day of `at`. */
async function made(user: { id: string }, count: number, at = ctx.now()) {
  await ctx.db.insert(ai_creations).values({ user_id: user.id, day: dayOf(at), count })
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('It was not refused.'),
    (error: unknown) => (error instanceof AppError ? error : expect.fail(String(error))),
  )

const blocked = (minimum_tier: 'intermediate_pro' | 'pro') => ({
  block_user: true,
  minimum_tier,
  block_reason: 'ai_maker_rate_limit',
})

// §6-08 §D3.2-28 §D3.3-07
test.each([
  ['free', 5, 'intermediate_pro'],
  ['intermediate_pro', 50, 'pro'],
  ['legacy_pro', 50, 'pro'],
] as const)('%s: refuses after %i AI creations a day, offering a plan', async (tier, limit, plan) => {
  const user = await userOf(tier)
  const mine = await ctx.as(user)
  expect(TIER_LIMITS[tier].ai_creations_per_day).toBe(limit)
  await made(user, limit - 1)
  expect(await takeAiCreation(mine)).toEqual({ used: limit, limit, resets_at: Date.UTC(2026, 2, 2) })
  const refused = await refusalOf(takeAiCreation(mine))
  expect(refused.status).toBe(403)
  expect(refused.envelope).toMatchObject({
    error: { code: 'tier_required', message: "You've reached today's AI limit" },
    errors: [{ attribute: 'enablement_rules', data: blocked(plan) }],
  })
  expect(await readAiCreations(mine)).toMatchObject({ used: limit, limit, enablement_rules: blocked(plan) })
})

// §6-08 §D3.3-07
test('pro: offers no plan after 500 AI creations a day', async () => {
  const user = await userOf('pro')
  await made(user, 500)
  const refused = await refusalOf(takeAiCreation(await ctx.as(user)))
  expect(refused.envelope).toEqual({
    error: { code: 'rate_limited', message: "You've reached today's AI limit" },
    errors: [],
  })
  expect(refused.status).toBe(429)
  expect(refused.detail.retryAfter).toBe(12 * 60 * 60)
})

test('counts each creation for its own user only', async () => {
  const [mine, theirs] = [await ctx.as(await userOf('free')), await ctx.as(await userOf('free'))]
  for (const used of [1, 2, 3, 4, 5]) expect((await takeAiCreation(mine)).used).toBe(used)
  await refusalOf(takeAiCreation(mine))
  expect((await takeAiCreation(theirs)).used).toBe(1)
  expect((await readAiCreations(mine)).used).toBe(5)
})

// §6-08
test('admits only one of several concurrent requests for the last slot', async () => {
  const user = await userOf('free')
  await made(user, 4)
  const mine = await ctx.as(user)
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => takeAiCreation(mine)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await readAiCreations(mine)).used).toBe(5)
})

test('resets the count at midnight UTC', async () => {
  const user = await userOf('free')
  await made(user, 5)
  const mine = await ctx.as(user)
  ctx.advance(12 * 60 * 60 * 1000 - 1)
  await refusalOf(takeAiCreation(mine))
  ctx.advance(1)
  expect(await takeAiCreation(mine)).toEqual({ used: 1, limit: 5, resets_at: Date.UTC(2026, 2, 3) })
})

// §6-09
test('follows plan changes on the same day', async () => {
  const user = await userOf('free')
  await made(user, 5)
  await aSubscription(ctx.db, user, { tier: 'intermediate_pro' })
  expect(await takeAiCreation(await ctx.as(user))).toMatchObject({ used: 6, limit: 50 })
  await ctx.db.update(subscriptions).set({ status: 'canceled', current_period_end: ctx.now() - 1 })
  const refused = await refusalOf(takeAiCreation(await ctx.as(user)))
  expect(refused.detail.errors).toMatchObject([{ data: blocked('intermediate_pro') }])
})

test("costs two round trips to D1 besides the session's", async () => {
  const mine = await ctx.as(await userOf('free'))
  expect(await roundTrips(mine, takeAiCreation)).toBe(2)
})

test('answers 201, 403 or 401 whatever the body claims', async () => {
  const user = await userOf('free')
  const { token: session } = await signIn(ctx.db, user, Date.now())
  const body = { tier: 'pro', limit: 9999, user_id: 'usr_other' }
  const post = (given: Parameters<typeof call>[2]) => call('POST', '/api/ai_creations', given)
  expect((await post({})).status).toBe(401)
  expect((await call('GET', '/api/ai_creations')).status).toBe(401)
  for (let n = 0; n < 5; n++) expect((await post({ session, body })).status).toBe(201)
  const refused = await post({ session, body })
  expect(refused.status).toBe(403)
  expect((await refused.json<ErrorEnvelope>()).errors[0]?.data).toEqual(blocked('intermediate_pro'))
  const today = await (await call('GET', '/api/ai_creations', { session })).json<AiCreationsToday>()
  expect(today).toEqual({
    used: 5,
    limit: 5,
    resets_at: expect.any(Number),
    enablement_rules: blocked('intermediate_pro'),
  })
  expect(today.resets_at % (24 * 60 * 60 * 1000)).toBe(0)
})
