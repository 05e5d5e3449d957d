import { and, eq, inArray, isNotNull, lt, lte, or, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { pauseExpired } from '../../billing/quota/pause-expired.ts'
import { aPlainApplet, anAppletFixture } from '../../applets/testing/stored-applet.fixture.ts'
import { isReminderDue } from '../../billing/mails/due/reminder-day-rules.ts'
import { noteReminders } from '../../billing/mails/due/note-reminders.ts'
import { SESSION_IDLE, PAST_DUE_GRACE } from '../../contract/limits.ts'
import { DAY, HOUR, MINUTE } from '../../contract/shared/durations.ts'
import { sessions, users } from '../../db/schema/accounts.ts'
import { enablements } from '../../db/schema/applets.ts'
import { ATTEMPT_STATES, OPEN_ATTEMPT_STATES, subscribe_attempts, subscriptions } from '../../db/schema/billing.ts'
import { abandonedAt, isOneOf } from '../../db/schema/columns.ts'
import { money_mails } from '../../db/schema/money-mails.ts'
import { entitlingTiersQuery } from '../../db/billing/plan-conditions.ts'
import { zoneOffset } from '../../contract/shared/local-day.ts'
import { anEnablement, aSubscription, aUser, signIn } from '../../testing/rows.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { purgeExpired } from './purge-expired.ts'
import { SUBSCRIPTION_STATUSES } from '../../contract/billing/subscription-status.ts'

/** Each compares what an index finds with a search through all rows, over random rows. */

const around = (...moments: number[]) => fc.oneof(...moments.map((at) => fc.integer({ min: at - 2, max: at + 2 })))

test('the sessions that end are the same', async () => {
  const ctx = await testCtx()
  const { db } = ctx
  const now = ctx.now()
  const user = await aUser(db)
  const times = fc.record({
    expires_at: around(now, now + DAY),
    last_seen_at: around(now, now - SESSION_IDLE),
    revoked_at: fc.option(around(now, now - DAY)),
  })
  for (const set of fc.sample(times, 60)) {
    const { id } = await signIn(db, user, now)
    await db.update(sessions).set(set).where(eq(sessions.id, id))
  }
  const { expires_at, last_seen_at, revoked_at } = sessions
  const isOver = or(lt(expires_at, now), lt(last_seen_at, now - SESSION_IDLE), lt(revoked_at, now))
  const kept = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(sql`not coalesce(${isOver}, 0)`)
  await purgeExpired(ctx)
  const left = await db.select({ id: sessions.id }).from(sessions)
  expect(kept.length).toBeGreaterThan(0)
  expect(left.map(({ id }) => id).toSorted()).toEqual(kept.map(({ id }) => id).toSorted())
})

test('the abandoned attempts are the same', async () => {
  const { db, now: clock } = await testCtx()
  const now = clock()
  const times = fc.record({
    state: fc.constantFrom(...ATTEMPT_STATES),
    leased_until: fc.oneof(fc.constant(0), around(now, now + MINUTE)),
    updated_at: around(now, now - 5 * MINUTE, now - DAY),
  })
  for (const [nth, given] of fc.sample(times, 80).entries()) {
    // Each user has one open attempt at most.
    const user = await aUser(db)
    const named = { id: `op_${nth}`, user_id: user.id, idempotency_key: `k${nth}`, request_hash: 'x', created_at: 0 }
    await db.insert(subscribe_attempts).values({
      ...named,
      ...given,
      request: { price: 'x', payment_method: 'x', promotion_code: null, trial_days: 0, fingerprint: null },
    })
  }
  const { id, state, leased_until, updated_at } = subscribe_attempts
  const all = await db
    .select({ id })
    .from(subscribe_attempts)
    .where(and(inArray(state, [...OPEN_ATTEMPT_STATES]), lte(updated_at, now - 5 * MINUTE), lte(leased_until, now)))
  const found = await db
    .select({ id })
    .from(subscribe_attempts)
    .where(and(isOneOf(state, OPEN_ATTEMPT_STATES), lte(abandonedAt(subscribe_attempts), now)))
  expect(all.length).toBeGreaterThan(0)
  expect(found.map((row) => row.id).toSorted()).toEqual(all.map((row) => row.id).toSorted())
})

test('the users whose plan lapsed are the same', async () => {
  const world = await anAppletFixture()
  const { db, base } = world
  const needy = await aPlainApplet(world, { filter_code: 'skip()', enabled_count: 60 })
  const now = base.now()
  const plans = fc.record({
    status: fc.constantFrom(...SUBSCRIPTION_STATUSES),
    card_authenticated: fc.boolean(),
    past_due_since: fc.option(around(now - PAST_DUE_GRACE, now)),
    current_period_end: fc.option(around(now, now + DAY)),
  })
  for (const given of fc.sample(plans, 60)) {
    const user = await aUser(db)
    await anEnablement(db, user, needy)
    await aSubscription(db, user, { tier: 'pro' })
    // Changed, as a sync changes it.
    await db.update(subscriptions).set(given).where(eq(subscriptions.user_id, user.id))
  }
  const lapsed = await db
    .selectDistinct({ user_id: subscriptions.user_id })
    .from(subscriptions)
    .where(sql`not exists (${entitlingTiersQuery(subscriptions.user_id, now)})`)
  while ((await pauseExpired(base)).more);
  const paused = await db
    .select({ user_id: enablements.user_id })
    .from(enablements)
    .where(isNotNull(enablements.paused_at))
  expect(lapsed.length).toBeGreaterThan(0)
  expect(paused.map((row) => row.user_id).toSorted()).toEqual(lapsed.map((row) => row.user_id).toSorted())
})

test('the reminders that are due are the same', async () => {
  const ctx = await testCtx()
  const { db } = ctx
  const now = ctx.now()
  const plans = fc.record({
    status: fc.constantFrom('active', 'trialing', 'canceled'),
    payment_interval: fc.constantFrom('month', 'year'),
    payment_type: fc.constantFrom('stripe', 'stripe', 'app_store'),
    card_authenticated: fc.boolean(),
    cancel_at_period_end: fc.constantFrom(false, false, true),
    current_period_start: fc.constantFrom(now - DAY, now - 40 * DAY),
    current_period_end: fc.oneof(
      ...[1, 3, 4, 14, 15, 30, 31, 60].map((day) => fc.constant(now + day * DAY - 3 * HOUR)),
    ),
    card_expires_at: fc.option(fc.constantFrom(now, now + 10 * DAY, now + 90 * DAY)),
  })
  const zones = ['UTC', 'America/Los_Angeles', 'Asia/Tokyo', 'Pacific/Kiritimati']
  for (const [nth, given] of fc.sample(plans, 120).entries()) {
    const user = await aUser(db, { timezone: zones[nth % 4] ?? null, stripe_customer_id: `cus_${nth}` })
    await aSubscription(db, user, { tier: 'pro', ...given })
  }
  const rows = await db.select().from(subscriptions).innerJoin(users, eq(users.id, subscriptions.user_id))
  const expected = rows.flatMap(({ subscriptions: plan, users: user }) => {
    const ends = plan.current_period_end ?? 0
    const local = (at: number) => ({ at, offset: zoneOffset(at, user.timezone ?? 'UTC') })
    const isDue = (days: number) => isReminderDue(local(now), local(ends), days)
    const renews = plan.payment_type === 'stripe' && !plan.cancel_at_period_end
    const onTrial = plan.status === 'trialing' && plan.card_authenticated
    const length = ends - (plan.current_period_start ?? 0)
    const cardEnds = plan.card_expires_at !== null && plan.card_expires_at <= ends
    const kinds = {
      trial_ending: onTrial && length > 3 * DAY && isDue(3),
      renewal: plan.status === 'active' && plan.payment_interval === 'year' && isDue(30),
      card_expiring: (onTrial || plan.status === 'active') && cardEnds && isDue(14),
    }
    return Object.entries(kinds).flatMap(([kind, due]) =>
      renews && due ? [`${kind} ${plan.stripe_subscription_id}`] : [],
    )
  })
  for (let run = 0; run < 2; run++) {
    await noteReminders(ctx)
    const noted = await db.select().from(money_mails)
    expect(noted.map(({ kind, subscription }) => `${kind} ${subscription}`).toSorted()).toEqual(expected.toSorted())
  }
  expect(expected.length).toBeGreaterThan(5)
})
