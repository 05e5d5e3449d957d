import { createExecutionContext, createMessageBatch, env, getQueueResult } from 'cloudflare:test'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PLANS_AT_ONCE } from '../../billing/quota/pause-expired.ts'
import { aPlainApplet, anAppletFixture } from '../../applets/testing/stored-applet.fixture.ts'
import type { Job } from '../../contract/jobs/jobs.ts'
import { DAY, HOUR, MINUTE } from '../../contract/shared/durations.ts'
import { used_links } from '../../db/schema/accounts.ts'
import { enablements } from '../../db/schema/applets.ts'
import { subscriptions } from '../../db/schema/billing.ts'
import { anEnablement, aSubscription, aUser } from '../../testing/rows.ts'
import { testCtx, type TestCtx } from '../../testing/test-ctx.ts'
import { watchedDb } from '../../testing/watched-database.ts'
import { runCron } from './cron.ts'
import { ROWS_AT_ONCE } from '../../db/upkeep/expired-rows.ts'
import { consumeJobs } from './queue-consumer.ts'
import { runPortion } from './scheduled-tasks.ts'

const QUARTER = '*/15 * * * *'

/** Users whose canceled plan has just ended, each with an Applet that only the plan allowed. */
async function someLapsed(count: number) {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world, { filter_code: 'skip()', enabled_count: count })
  const users: { id: string }[] = []
  for (let nth = 0; nth < count; nth++) {
    const user = await aUser(world.db)
    await anEnablement(world.db, user, applet)
    const current_period_end = world.base.now() - count + nth
    await aSubscription(world.db, user, { tier: 'pro', status: 'canceled', current_period_end })
    users.push(user)
  }
  const paused = async () => (await world.db.select().from(enablements).where(isNotNull(enablements.paused_at))).length
  return { ...world, users, paused }
}

/** The queue's consumer, one invocation after the other, until nothing is left. Returns how many there were. */
async function consumeAll(ctx: TestCtx): Promise<number> {
  let invocations = 0
  for (; ctx.jobs.length > 0; invocations++) await consume(ctx, ctx.jobs.splice(0))
  return invocations
}

async function consume(ctx: TestCtx, jobs: Job[]) {
  const messages = jobs.map((body) => ({ id: `queue-${body.id}`, timestamp: new Date(), attempts: 1, body }))
  const batch = createMessageBatch<Job>('switchyard-jobs', messages)
  await consumeJobs(batch, env, ctx)
  return getQueueResult(batch, createExecutionContext())
}

test('what one portion leaves, the queue brings at once', async () => {
  const { base, paused } = await someLapsed(2 * PLANS_AT_ONCE + 1)
  await runCron(base, QUARTER)
  expect(await paused()).toBe(PLANS_AT_ONCE)
  expect(base.jobs).toMatchObject([{ kind: 'scheduled_task', task: 'lapsed_plans' }])
  expect(await consumeAll(base)).toBe(2)
  expect(await paused()).toBe(2 * PLANS_AT_ONCE + 1)
})

test('a user who fails each time stops nobody behind them', async () => {
  const { base, db, users, paused } = await someLapsed(PLANS_AT_ONCE + 2)
  const [broken] = users
  const failing = { ...base, db: watchedDb([broken?.id ?? '']).db }
  await runCron(failing, QUARTER)
  expect(await paused()).toBe(PLANS_AT_ONCE - 1)
  await consumeAll({ ...base, db: failing.db })
  expect(await paused()).toBe(PLANS_AT_ONCE + 1)
  const [plan] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.user_id, broken?.id ?? ''))
  expect(plan?.lapses_at).toBe(base.now() + HOUR)
  base.advance(HOUR)
  await runCron(base, QUARTER)
  expect(await paused()).toBe(PLANS_AT_ONCE + 2)
})

test('a portion ends when the cron trigger starts the task again', async () => {
  const { base, paused } = await someLapsed(PLANS_AT_ONCE + 1)
  await runCron(base, QUARTER)
  base.advance(15 * MINUTE)
  await consumeAll(base)
  expect(await paused()).toBe(PLANS_AT_ONCE)
  await runCron(base, QUARTER)
  expect(await paused()).toBe(PLANS_AT_ONCE + 1)
})

test('one invocation of the queue works on one portion', async () => {
  const { base, paused } = await someLapsed(2 * PLANS_AT_ONCE)
  const portion = { task: 'lapsed_plans' as const, before: base.now(), until: base.now() + MINUTE }
  const jobs = ['a', 'b'].map((id) => ({ kind: 'scheduled_task' as const, id, ...portion }))
  expect(await consume(base, jobs)).toMatchObject({ explicitAcks: ['queue-a', 'queue-b'], retryMessages: [] })
  expect(await paused()).toBe(PLANS_AT_ONCE)
  expect(base.jobs.map(({ id }) => id)).toContain('b')
})

test('the purge goes on until nothing expired is left', async () => {
  const ctx = await testCtx()
  const expired = 25 * ROWS_AT_ONCE
  await ctx.db.run(sql`insert into used_links (jti, used_at, expires_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${expired}) select i, 0, 0 from n`)
  await ctx.db.insert(used_links).values({ jti: 'still', used_at: 0, expires_at: ctx.now() + DAY })
  const { db, watch } = watchedDb()
  await runCron({ ...ctx, db }, QUARTER)
  expect(watch.statements).toBeLessThan(1000)
  expect(await consumeAll(ctx)).toBe(2)
  expect((await ctx.db.select().from(used_links)).map(({ jti }) => jti)).toEqual(['still'])
})

test('a task that fails stops no other', async () => {
  const { base, paused } = await someLapsed(1)
  // A day whose rows the purge deletes.
  const { db } = watchedDb(['2026-03-01'])
  await runCron({ ...base, db }, QUARTER)
  expect(await paused()).toBe(1)
})

test('a full first portion stays below the statements D1 takes', async () => {
  const { base } = await someLapsed(PLANS_AT_ONCE)
  const { db, watch } = watchedDb()
  await runPortion({ ...base, db }, { task: 'lapsed_plans', before: base.now(), until: base.now() + MINUTE })
  expect(watch.statements).toBeLessThan(600)
})
