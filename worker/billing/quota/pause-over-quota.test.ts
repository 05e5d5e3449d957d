import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { subscriptions } from '../../db/schema/billing.ts'
import { anEnablement, aSubscription, aUser } from '../../testing/rows.ts'
import { disableApplet } from '../../applets/enable/disable-applet.ts'
import { pauseOverQuota } from './pause-over-quota.ts'
import { pauseExpired } from './pause-expired.ts'
import { listMyApplets } from '../../applets/browse/list-my-applets.ts'
import { readViewer } from '../../applets/read/read-applet.ts'
import { saveApplet } from '../../applets/enable/save-applet.ts'
import { applets, enablements } from '../../db/schema/applets.ts'
import {
  aPlainApplet,
  at,
  anAppletFixture,
  countOf,
  enablementOf,
  eventsOf,
  type AppletFixture,
} from '../../applets/testing/stored-applet.fixture.ts'
import { DAY } from '../../contract/shared/durations.ts'

/** A subscriber with this many enabled Applets, the least recently used first. */
async function aSubscriber(count: number, given: Partial<Parameters<typeof aSubscription>[2]> = {}) {
  const world = await anAppletFixture()
  const subscription = await aSubscription(world.db, world.user, { tier: 'intermediate_pro', ...given })
  const running = []
  for (let n = 0; n < count; n++) {
    const applet = await aPlainApplet(world, { enabled_count: 1 })
    await anEnablement(world.db, world.user, applet, { updated_at: n })
    running.push(applet)
  }
  return { ...world, subscription, running }
}
type Subscriber = Awaited<ReturnType<typeof aSubscriber>>

async function change({ db, subscription }: Subscriber, set: Partial<typeof subscriptions.$inferInsert>) {
  await db
    .update(subscriptions)
    .set({ ...set, version: subscription.version + 1 })
    .where(eq(subscriptions.id, subscription.id))
}

async function states(world: AppletFixture & { running: { id: number }[] }) {
  const rows = await Promise.all(world.running.map((applet) => enablementOf(world, world.user, applet)))
  return rows.map((row) => (row?.paused_at ? 'paused' : row?.status))
}

test('pauses Applets over the quota when a plan ends', async () => {
  const world = await aSubscriber(4)
  await change(world, { status: 'canceled', current_period_end: world.base.now() })
  expect(await pauseOverQuota(world.base, world.user.id)).toEqual({ paused: 2, resumed: 0 })
  expect(await states(world)).toEqual(['paused', 'paused', 'enabled', 'enabled'])
  expect(await Promise.all(world.running.map((applet) => countOf(world, applet)))).toEqual([0, 0, 1, 1])
  expect(await eventsOf(world, world.running[0]!)).toEqual(['paused'])
  expect(await pauseOverQuota(world.base, world.user.id)).toEqual({ paused: 0, resumed: 0 })
})

test('asks when Applets last ran before it chooses which to pause', async () => {
  const world = await aSubscriber(3)
  const { base, user, running, db } = world
  const [first] = running
  await change(world, { status: 'unpaid' })
  const refreshRunCounts = async () => {
    await db.update(enablements).set({ updated_at: 10 }).where(eq(enablements.applet_id, first!.id))
  }
  const accountParts = { ...base.accountParts, runner: { ...base.accountParts.runner, refreshRunCounts } }
  await pauseOverQuota({ ...base, accountParts }, user.id)
  expect(await states(world)).toEqual(['enabled', 'paused', 'enabled'])
})

test('resumes Applets as they were when a plan returns', async () => {
  const world = await aSubscriber(4)
  const before = await enablementOf(world, world.user, world.running[0]!)
  await change(world, { status: 'unpaid' })
  await pauseOverQuota(world.base, world.user.id)
  await change(world, { status: 'active' })
  expect(await pauseOverQuota(world.base, world.user.id)).toEqual({ paused: 0, resumed: 2 })
  expect(await states(world)).toEqual(['enabled', 'enabled', 'enabled', 'enabled'])
  expect(await enablementOf(world, world.user, world.running[0]!)).toEqual(before)
  expect(await countOf(world, world.running[0]!)).toBe(1)
  expect(await eventsOf(world, world.running[0]!)).toEqual(['paused', 'resumed'])
})

test('keeps Applets off that their user switched off', async () => {
  const world = await aSubscriber(3)
  await disableApplet(world.ctx, at(world.running[0]!))
  await pauseOverQuota(world.base, world.user.id)
  expect(await states(world)).toEqual(['disabled', 'enabled', 'enabled'])
})

test('frees the slot of a paused Applet', async () => {
  const world = await aSubscriber(3, { status: 'canceled' })
  await pauseOverQuota(world.base, world.user.id)
  const [paused, running] = world.running
  await expect(saveApplet(world.ctx, at(paused!), {})).rejects.toMatchObject({ code: 'quota_reached' })
  await disableApplet(world.ctx, at(running!))
  await saveApplet(world.ctx, at(paused!), { preserve_applet_fields: true })
  expect(await states(world)).toEqual(['enabled', 'disabled', 'enabled'])
})

test('marks paused Applets in My Applets', async () => {
  const world = await aSubscriber(3, { status: 'canceled' })
  await pauseOverQuota(world.base, world.user.id)
  const { applets: mine } = await listMyApplets(world.ctx)
  expect(mine.filter(({ paused }) => paused).map(({ id }) => id)).toEqual([world.running[0]!.id])
})

test("marks a paused Applet's page until it is enabled again", async () => {
  const world = await aSubscriber(3, { status: 'canceled' })
  await pauseOverQuota(world.base, world.user.id)
  const pausedNow = async () =>
    Promise.all(world.running.map(async (applet) => (await readViewer(world.ctx, at(applet))).viewer?.paused))
  expect(await pausedNow()).toEqual([true, false, false])
  await disableApplet(world.ctx, at(world.running[2]!))
  await saveApplet(world.ctx, at(world.running[0]!), { preserve_applet_fields: true })
  expect(await pausedNow()).toEqual([false, false, false])
})

test("leaves other users' Applets alone", async () => {
  const world = await aSubscriber(3, { status: 'canceled' })
  const other = await aUser(world.db)
  for (const applet of world.running) await anEnablement(world.db, other, applet)
  await world.db.update(applets).set({ enabled_count: 2 })
  await pauseOverQuota(world.base, world.user.id)
  expect((await enablementOf(world, other, world.running[0]!))?.status).toBe('enabled')
  expect(await countOf(world, world.running[0]!)).toBe(1)
})

test.each([
  ['the grace period of a failed payment', { status: 'past_due', past_due_since: 0 }, 14 * DAY],
  ['the paid period of a canceled plan', { status: 'canceled', current_period_end: 9 * DAY }, 9 * DAY],
] as const)('%s expires: the next cron run pauses Applets over quota', async (_, set, end) => {
  const world = await aSubscriber(3)
  const start = world.base.now()
  await change(world, {
    ...set,
    ...('past_due_since' in set && { past_due_since: start }),
    ...('current_period_end' in set && { current_period_end: start + set.current_period_end }),
  })
  world.base.advance(end - 1)
  expect(await pauseExpired(world.base)).toMatchObject({ paused: 0 })
  world.base.advance(1)
  expect(await pauseExpired(world.base)).toMatchObject({ paused: 1 })
  expect(await pauseExpired(world.base)).toMatchObject({ paused: 0 })
})

test.each([
  ['active', {}],
  ['trialing', { card_authenticated: true }],
] as const)('skips a plan that is %s in the cron run', async (status, set) => {
  const world = await aSubscriber(3, { status, ...set })
  expect(await pauseExpired(world.base)).toMatchObject({ paused: 0 })
  expect(await states(world)).toEqual(['enabled', 'enabled', 'enabled'])
})

test("pauses Applets over quota when a trial's card was never authenticated", async () => {
  const world = await aSubscriber(3, { status: 'trialing', card_authenticated: false })
  expect(await pauseExpired(world.base)).toMatchObject({ paused: 1 })
})
