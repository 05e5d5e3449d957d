import { beforeEach, expect, test } from 'vitest'
import { subscriptions } from '../../db/schema/billing.ts'
import { PLANS, type Tier } from '../../contract/tiers.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { call } from '../../testing/call-api.ts'
import { roundTrips } from '../../testing/round-trips.ts'
import { aSubscription, aUser, signIn } from '../../testing/rows.ts'
import { testCtx, type TestCtx } from '../../testing/test-ctx.ts'
import { readAiCreations } from './read-ai-creations.ts'
import { creationDay } from '../../contract/ai/creation-day.ts'
import { ai_creations } from '../../db/schema/ai.ts'
import { requireUser } from '../../system/context/require-user.ts'
import type { Ctx } from '../../system/context/context.ts'
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
  await ctx.db.insert(ai_creations).values({ user_id: user.id, day: creationDay(at), count })
}

/** Counts a suggestion. Returns how many there are today. */
async function take(mine: Ctx): Promise<number> {
  await takeAiCreation(mine, await requireUser(mine))
  return (await readAiCreations(mine)).used
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

// §6-08
test.each([
  ['free', 5, 'intermediate_pro'],
  ['intermediate_pro', 50, 'pro'],
  ['legacy_pro', 50, 'pro'],
] as const)('%s: refuses after %i AI creations a day, offering a plan', async (tier, limit, plan) => {
  const user = await userOf(tier)
  const mine = await ctx.as(user)
  expect(PLANS[tier].ai_creations_per_day).toBe(limit)
  await made(user, limit - 1)
  expect(await take(mine)).toBe(limit)
  const refused = await refusalOf(take(mine))
  expect(refused.status).toBe(403)
  expect(refused.envelope).toMatchObject({
    error: { code: 'tier_required', message: "You've reached today's AI limit" },
    errors: [{ attribute: 'enablement_rules', data: blocked(plan) }],
  })
  expect(await readAiCreations(mine)).toMatchObject({ used: limit, limit, enablement_rules: blocked(plan) })
})

// §6-08
test('pro: offers no plan after 500 AI creations a day', async () => {
  const user = await userOf('pro')
  await made(user, 500)
  const refused = await refusalOf(take(await ctx.as(user)))
  expect(refused.envelope).toEqual({
    error: { type: 'rate_limited', code: 'rate_limited', message: "You've reached today's AI limit" },
    errors: [],
  })
  expect(refused.status).toBe(429)
  expect(refused.detail.retryAfter).toBe(12 * 60 * 60)
})

test('counts each creation for its own user only', async () => {
  const [mine, theirs] = [await ctx.as(await userOf('free')), await ctx.as(await userOf('free'))]
  for (const used of [1, 2, 3, 4, 5]) expect(await take(mine)).toBe(used)
  await refusalOf(take(mine))
  expect(await take(theirs)).toBe(1)
  expect((await readAiCreations(mine)).used).toBe(5)
})

// §6-08
test('admits only one of several concurrent requests for the last slot', async () => {
  const user = await userOf('free')
  await made(user, 4)
  const mine = await ctx.as(user)
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => take(mine)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await readAiCreations(mine)).used).toBe(5)
})

test('resets the count at midnight UTC', async () => {
  const user = await userOf('free')
  await made(user, 5)
  const mine = await ctx.as(user)
  ctx.advance(12 * 60 * 60 * 1000 - 1)
  await refusalOf(take(mine))
  ctx.advance(1)
  expect(await take(mine)).toBe(1)
  expect(await readAiCreations(mine)).toMatchObject({ used: 1, limit: 5, resets_at: Date.UTC(2026, 2, 3) })
})

// §6-08
test('follows plan changes on the same day', async () => {
  const user = await userOf('free')
  await made(user, 5)
  await aSubscription(ctx.db, user, { tier: 'intermediate_pro' })
  expect(await take(await ctx.as(user))).toBe(6)
  await ctx.db.update(subscriptions).set({ status: 'canceled', current_period_end: ctx.now() - 1 })
  const refused = await refusalOf(take(await ctx.as(user)))
  expect(refused.detail.errors).toMatchObject([{ data: blocked('intermediate_pro') }])
})

test('counts in one round trip', async () => {
  const mine = await ctx.as(await userOf('free'))
  const user = await requireUser(mine)
  expect(await roundTrips(mine, (counted) => takeAiCreation(counted, user))).toBe(1)
})

test('nobody can count without a suggestion', async () => {
  const { token: session } = await signIn(ctx.db, await userOf('free'), Date.now())
  expect((await call('POST', '/api/ai_creations', { session })).status).toBe(405)
})
