import { expect, test } from 'vitest'
import { joinAccount } from '../../users/accounts/join.ts'
import { disableApplet } from '../../applets/enable/disable-applet.ts'
import { searchApplets } from '../../applets/browse/search-applets.ts'
import { enableApplet } from '../../applets/enable/enable-applet.ts'
import { anAppletFixture, aPlainApplet, at } from '../../applets/testing/stored-applet.fixture.ts'
import { completeIndex } from '../../db/search/complete-index.fixture.ts'
import { testCtx } from '../../testing/test-ctx.ts'

/** Analytics that keeps what it is given. */
function aDataset() {
  const points: AnalyticsEngineDataPoint[] = []
  return {
    points,
    analytics: { writeDataPoint: (point?: AnalyticsEngineDataPoint) => void (point && points.push(point)) },
  }
}

test('records who joined, and nothing personal', async () => {
  const { points, analytics } = aDataset()
  const password = 'purple lantern over nine rivers'
  await joinAccount({ ...(await testCtx()), analytics }, { email: 'ada@example.test', login: 'ada', password })
  expect(points).toEqual([{ indexes: ['joined'], blobs: ['joined', 'password'], doubles: [1] }])
})

test('records an Applet turned on and off once each', async () => {
  const world = await anAppletFixture()
  const { points, analytics } = aDataset()
  const ctx = { ...world.ctx, analytics }
  const applet = await aPlainApplet(world)
  await enableApplet(ctx, { id: applet.id })
  await disableApplet(ctx, at(applet))
  await disableApplet(ctx, at(applet))
  expect(points.map(({ blobs }) => blobs)).toEqual([
    ['applet_changed', 'enabled', 'free'],
    ['applet_changed', 'disabled', 'free'],
  ])
})

test('records whether a search found something, and not its words', async () => {
  const world = await anAppletFixture()
  const { points, analytics } = aDataset()
  await aPlainApplet(world, { name: 'Fern' })
  await completeIndex(world.base)
  for (const q of ['fern', 'nothing', '', '%']) await searchApplets({ ...world.base, analytics }, q)
  expect(points.map(({ blobs }) => blobs)).toEqual([
    ['searched', 'some'],
    ['searched', 'none'],
  ])
})
