import { expect, test } from 'vitest'
import { aConnectedAccount, anEnablement } from '../../testing/rows.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { pauseRuns } from '../../engine/runs/pause-runs.ts'
import { listMyApplets } from './list-my-applets.ts'
import { roundTrips } from '../../testing/round-trips.ts'
import { anAppletWithServices, aPlainApplet, anAppletFixture } from '../testing/stored-applet.fixture.ts'

test("lists the user's own Applets, last changed first", async () => {
  const world = await anAppletFixture()
  const [enabled, disabled] = [await aPlainApplet(world), await aPlainApplet(world)]
  await aPlainApplet(world)
  await anEnablement(world.db, world.user, enabled, { updated_at: 1 })
  await anEnablement(world.db, world.user, disabled, { status: 'disabled', updated_at: 2 })
  await anEnablement(world.db, world.author, enabled, { status: 'disabled' })
  const { applets } = await listMyApplets(world.ctx)
  expect(applets.map(({ id, status, is_author }) => [id, status, is_author])).toEqual([
    [disabled.id, 'disabled_for_user', false],
    [enabled.id, 'enabled_for_user', false],
  ])
  expect(applets[0]?.services.map(({ module_name }) => module_name)).toEqual(['webhooks', 'notifications'])
})

test('shows authors their drafts and archived Applets', async () => {
  const world = await anAppletFixture()
  const draft = await aPlainApplet(world, { published_at: null, updated_at: 3 })
  const archived = await aPlainApplet(world, { archived_at: 1, updated_at: 2 })
  const { applets } = await listMyApplets(await world.base.as(world.author))
  expect(applets).toMatchObject([
    { id: draft.id, status: 'never_enabled_for_user', is_author: true, published: false },
    { id: archived.id, status: 'archived', is_author: true, published: true },
  ])
})

test('flags an enabled Applet whose account no longer works', async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithServices(world)
  await anEnablement(world.db, world.user, applet)
  await aConnectedAccount(world.db, world.user, 'github')
  await aConnectedAccount(world.db, world.user, 'google_sheets', { status: 'broken' })
  expect((await listMyApplets(world.ctx)).applets.map(({ broken }) => broken)).toEqual([true])
  await aConnectedAccount(world.db, world.user, 'google_sheets')
  expect((await listMyApplets(world.ctx)).applets.map(({ broken }) => broken)).toEqual([false])
})

test('asks D1 once', async () => {
  const world = await anAppletFixture()
  await anEnablement(world.db, world.user, await aPlainApplet(world))
  expect(await roundTrips(world.ctx, listMyApplets)).toBe(1)
})

test('says until when everything is paused', async () => {
  const world = await anAppletFixture()
  const until = world.ctx.now() + DAY
  await pauseRuns(world.ctx, { until })
  expect((await listMyApplets(world.ctx)).paused_until).toBe(until)
  world.base.advance(DAY)
  expect((await listMyApplets(world.ctx)).paused_until).toBeNull()
})
