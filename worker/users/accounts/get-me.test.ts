import { expect, test } from 'vitest'
import { SESSION_ABSOLUTE, SESSION_IDLE } from '../../contract/limits.ts'
import { roundTrips } from '../../testing/round-trips.ts'
import { anApplet, anEnablement, aSubscription, aUser } from '../../testing/rows.ts'
import { testCtx, type TestCtx } from '../../testing/test-ctx.ts'
import { getMe } from './get-me.ts'
import { sessions } from '../../db/schema/accounts.ts'
import { HOUR } from '../../contract/shared/durations.ts'

async function lastSeen(ctx: TestCtx) {
  const [row] = await ctx.db.select({ at: sessions.last_seen_at }).from(sessions)
  return row?.at
}

// §3-23
test('tells a signed-in user every User field and no secret', async () => {
  const ctx = await testCtx()
  const user = await aUser(ctx.db, {
    login: 'ada',
    email: 'ada@example.test',
    password_hash: 'scrypt$secret',
    segment: 'maker',
    available_clients: ['ios'],
    stripe_customer_id: 'cus_secret',
  })
  const me = await getMe(await ctx.as(user))
  expect(me).toEqual({
    id: user.id,
    session_id: expect.stringMatching(/^ses_/),
    login: 'ada',
    signedIn: true,
    email: 'ada@example.test',
    email_verified: false,
    csrf_token: expect.any(String),
    code: user.code,
    unread: 0,
    operator: false,
    segment: 'maker',
    tier: 'free',
    upgrades: ['intermediate_pro', 'pro'],
    eligible_for_trial: true,
    eligible_trial_period: 7,
    isTrialing: false,
    subscriptionPaymentType: null,
    user_subscriptions: [],
    applet_quota_slots_total: 2,
    applet_quota_slots_remaining: 2,
    available_clients: ['ios'],
    created_at: user.created_at,
  })
})

// §3-23
test('takes tier, payment type and trial from the subscription', async () => {
  const ctx = await testCtx()
  const user = await aUser(ctx.db)
  await aSubscription(ctx.db, user, {
    tier: 'intermediate_pro',
    status: 'trialing',
    card_authenticated: true,
    payment_type: 'google_play',
  })
  expect(await getMe(await ctx.as(user))).toMatchObject({
    id: user.id,
    created_at: user.created_at,
    tier: 'intermediate_pro',
    isTrialing: true,
    subscriptionPaymentType: 'google_play',
    user_subscriptions: [{ payment_type: 'google_play' }],
    eligible_for_trial: false,
    applet_quota_slots_total: 20,
  })
})

test('counts the best live subscription and ignores ended ones', async () => {
  const ctx = await testCtx()
  const user = await aUser(ctx.db)
  await aSubscription(ctx.db, user, { tier: 'pro', status: 'canceled', current_period_end: ctx.now() + 1000 })
  await aSubscription(ctx.db, user, { tier: 'intermediate_pro' })
  const seen = await ctx.as(user)
  expect(await getMe(seen)).toMatchObject({ tier: 'pro', applet_quota_slots_remaining: null })
  ctx.advance(1000)
  expect(await getMe(seen)).toMatchObject({ tier: 'intermediate_pro' })
})

test("only the user's own enabled Applets use up the quota", async () => {
  const ctx = await testCtx()
  const [user, other] = [await aUser(ctx.db), await aUser(ctx.db)]
  const [one, two] = [await anApplet(ctx.db, other, []), await anApplet(ctx.db, other, [])]
  await anEnablement(ctx.db, user, one)
  await anEnablement(ctx.db, user, two, { status: 'disabled' })
  await anEnablement(ctx.db, other, one)
  await anEnablement(ctx.db, other, two)
  expect(await getMe(await ctx.as(user))).toMatchObject({ applet_quota_slots_remaining: 1 })
  expect(await getMe(await ctx.as(other))).toMatchObject({ applet_quota_slots_remaining: 0 })
})

test('costs a user one D1 round trip, a visitor none', async () => {
  const ctx = await testCtx()
  const user = await aUser(ctx.db)
  await aSubscription(ctx.db, user, { tier: 'pro' })
  const signedIn = await ctx.as(user)
  expect(await roundTrips(signedIn, getMe)).toBe(1)
  expect(await roundTrips(ctx, getMe)).toBe(0)
})

// §3-24
test('treats an unknown or ended session as a visitor', async () => {
  const ctx = await testCtx()
  const ended = await ctx.as(await aUser(ctx.db))
  expect(await getMe({ ...ctx, sessionHash: 'unknown' })).toBeNull()
  await ctx.db.update(sessions).set({ revoked_at: ctx.now() })
  expect(await getMe(ended)).toBeNull()
})

test('a session ends after 14 idle days or 30 days', async () => {
  const ctx = await testCtx()
  const user = await aUser(ctx.db)
  const unused = await ctx.as(user)
  const used = await ctx.as(user)
  const step = SESSION_IDLE - HOUR
  for (let day = step; day < SESSION_ABSOLUTE; day += step) {
    ctx.advance(step)
    expect(await getMe(used)).not.toBeNull()
    await ctx.settled()
  }
  expect(await getMe(unused)).toBeNull()
  ctx.advance(SESSION_ABSOLUTE % step)
  expect(await getMe(used)).toBeNull()
})

test('writes when a session was last seen at most hourly', async () => {
  const ctx = await testCtx()
  const user = await aUser(ctx.db)
  const seen = await ctx.as(user)
  const began = ctx.now()
  ctx.advance(HOUR)
  await getMe(seen)
  await ctx.settled()
  expect(await lastSeen(ctx)).toBe(began)
  ctx.advance(1)
  await getMe(seen)
  await ctx.settled()
  expect(await lastSeen(ctx)).toBe(ctx.now())
})
