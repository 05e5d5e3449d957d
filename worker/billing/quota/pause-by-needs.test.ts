import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { subscriptions } from '../../db/schema/billing.ts'
import { anEnablement, aSubscription } from '../../testing/rows.ts'
import { enableApplet } from '../../applets/enable/enable-applet.ts'
import { listPausedBy, pauseOverQuota } from './pause-over-quota.ts'
import { pauseExpired } from './pause-expired.ts'
import { listMyApplets } from '../../applets/browse/list-my-applets.ts'
import { beforeBatch } from '../../testing/before-batch.ts'
import {
  aPlainApplet,
  anAppletFixture,
  countOf,
  enablementOf,
  eventsOf,
  type AppletFixture,
} from '../../applets/testing/stored-applet.fixture.ts'

let world: AppletFixture
beforeEach(async () => {
  world = await anAppletFixture()
})

async function onPlan(tier: 'intermediate_pro' | 'pro' | 'legacy_pro', given: { current_period_end?: number } = {}) {
  await world.db.delete(subscriptions)
  await aSubscription(world.db, world.user, { tier, ...given })
  return pauseOverQuota(world.base, world.user.id)
}

async function aFiltered() {
  const applet = await aPlainApplet(world, { filter_code: 'skip()', enabled_count: 1 })
  await anEnablement(world.db, world.user, applet)
  return applet
}

test('pauses an Applet needing Pro+ until Pro+ returns', async () => {
  const [filtered, plain] = [await aFiltered(), await aPlainApplet(world)]
  await anEnablement(world.db, world.user, plain)
  expect(await onPlan('pro')).toEqual({ paused: 0, resumed: 0 })
  expect(await onPlan('intermediate_pro')).toEqual({ paused: 1, resumed: 0 })
  expect(await enablementOf(world, world.user, filtered)).toMatchObject({ status: 'disabled' })
  expect(await enablementOf(world, world.user, plain)).toMatchObject({ status: 'enabled' })
  expect(await countOf(world, filtered)).toBe(0)
  const mine = await listMyApplets(world.ctx)
  expect(mine.applets.filter(({ paused }) => paused).map(({ id }) => id)).toEqual([filtered.id])
  expect(await onPlan('legacy_pro')).toEqual({ paused: 0, resumed: 1 })
  expect(await eventsOf(world, filtered)).toEqual(['paused', 'resumed'])
  expect(await countOf(world, filtered)).toBe(1)
})

test('pauses an Applet needing Pro+ once the plan expires', async () => {
  const filtered = await aFiltered()
  const { user, base } = world
  const ends = base.now() + 1000
  await aSubscription(world.db, user, { tier: 'pro', status: 'canceled', current_period_end: ends })
  expect(await pauseExpired(base)).toMatchObject({ paused: 0 })
  base.advance(1000)
  expect(await pauseExpired(base)).toMatchObject({ paused: 1 })
  expect(await pauseExpired(base)).toMatchObject({ paused: 0 })
  expect((await enablementOf(world, user, filtered))?.paused_at).toBe(base.now())
})

test('refuses to enable when the plan ends before the write', async () => {
  const filtered = await aPlainApplet(world, { filter_code: 'skip()' })
  const { id } = await aSubscription(world.db, world.user, { tier: 'pro' })
  const ended = endsBeforeTheWrite(id, sql`update subscriptions set status = 'canceled', version = version + 1`)
  await expect(enableApplet(ended, { id: filtered.id })).rejects.toMatchObject({
    code: 'tier_required',
    message: 'Filter code needs Pro+',
  })
  expect(await enablementOf(world, world.user, filtered)).toBeNull()
})

test('enables although the plan renews before the write', async () => {
  const filtered = await aPlainApplet(world, { filter_code: 'skip()' })
  const { id } = await aSubscription(world.db, world.user, { tier: 'pro' })
  const renewed = endsBeforeTheWrite(id, sql`update subscriptions set version = version + 1`)
  expect(await enableApplet(renewed, { id: filtered.id })).toMatchObject({ created: true })
  expect(await countOf(world, filtered)).toBe(1)
})

/** A Ctx in which this change happens after the user is read and before anything is written. */
function endsBeforeTheWrite(id: string, change: ReturnType<typeof sql>) {
  const { ctx } = world
  return beforeBatch(ctx, 2, async () => void (await ctx.db.run(sql`${change} where id = ${id}`)))
}

test('names the Applets that a smaller plan would pause, changing nothing', async () => {
  const filtered = await aFiltered()
  const plain = await aPlainApplet(world)
  await anEnablement(world.db, world.user, plain)
  await onPlan('pro')
  const { base, user } = world
  expect(await listPausedBy(base, user.id, 'intermediate_pro')).toEqual([{ id: filtered.id, name: filtered.name }])
  expect(await listPausedBy(base, user.id, 'pro')).toEqual([])
  expect((await enablementOf(world, user, filtered))?.status).toBe('enabled')
})
