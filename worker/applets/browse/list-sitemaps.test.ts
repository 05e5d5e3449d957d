import { expect, test } from 'vitest'
import { SITEMAP_ROWS } from '../../contract/applets/sitemap.ts'
import { aService, aStep } from '../../testing/rows.ts'
import { roundTrips, rowsRead } from '../../testing/round-trips.ts'
import { aPlainApplet, anAppletFixture } from '../testing/stored-applet.fixture.ts'
import { listSitemaps, readSitemap } from './list-sitemaps.ts'

const pathsOf = async (...given: Parameters<typeof readSitemap>) =>
  (await readSitemap(...given)).entries.map(({ path }) => path)

// §D10-11
test('lists only published Applets, services and steps', async () => {
  const world = await anAppletFixture()
  const listed = await aPlainApplet(world, { friendly_id: null, name: 'Door bell', updated_at: 7 })
  const hub = await aPlainApplet(world, { friendly_id: 'hub', config_type: 'dynamic' })
  const hidden = [await aPlainApplet(world, { published_at: null }), await aPlainApplet(world, { archived_at: 1 })]
  await aService(world.db, { module_name: 'soon', published: false })
  await aStep(world.db, 'soon', 'trigger', 'later')
  const page = Math.floor(listed.id / SITEMAP_ROWS)
  const { entries } = await readSitemap(world.ctx, { kind: 'applets', page })
  expect(entries).toContainEqual({ path: `/applets/${listed.id}-door-bell`, changed_at: 7 })
  expect(entries.map(({ path }) => path)).toContain('/connections/hub')
  for (const { friendly_id } of hidden) expect(JSON.stringify(entries)).not.toContain(friendly_id)
  expect(hub.id).toBeGreaterThan(listed.id)
  expect(await pathsOf(world.ctx, { kind: 'services', page: 0 })).toContain('/octoforge')
  expect(await pathsOf(world.ctx, { kind: 'services', page: 0 })).not.toContain('/soon')
  const steps = await pathsOf(world.ctx, { kind: 'steps', page: 0 })
  expect(steps).toContain('/sheetly/actions/add_row')
  expect(steps).not.toContain('/soon/triggers/later')
})

// §D10-11
test("lists an author's page once, with their first published Applet", async () => {
  const world = await anAppletFixture()
  const first = await aPlainApplet(world, { published_at: null })
  for (const friendly_id of ['second', 'third']) await aPlainApplet(world, { friendly_id })
  const paths = await pathsOf(world.ctx, { kind: 'applets', page: Math.floor(first.id / SITEMAP_ROWS) })
  const author = paths.filter((path) => path === '/authors/mira')
  expect(author).toHaveLength(1)
  expect(paths.indexOf('/authors/mira')).toBe(paths.indexOf('/applets/second') + 1)
})

// §D10-12
test('pages are short seeks, and empty ones are left out', async () => {
  const world = await anAppletFixture()
  const far = 40 * SITEMAP_ROWS
  const ids = [far + 7, far + SITEMAP_ROWS - 1, far + SITEMAP_ROWS, far + 9 * SITEMAP_ROWS]
  for (const id of ids) await aPlainApplet(world, { id, friendly_id: `far-${id}` })
  await aPlainApplet(world, { id: far + 3 * SITEMAP_ROWS, published_at: null })
  const { pages } = await listSitemaps(world.ctx)
  const applets = pages.filter(({ kind, page }) => kind === 'applets' && page >= 40)
  expect(applets.map(({ page }) => page)).toEqual([40, 41, 49])
  const onPage = await pathsOf(world.ctx, { kind: 'applets', page: 40 })
  expect(onPage.filter((path) => path.startsWith('/applets/'))).toEqual(
    ids.slice(0, 2).map((id) => `/applets/far-${id}`),
  )
  expect(await pathsOf(world.ctx, { kind: 'applets', page: 45 })).toEqual([])
  expect(await roundTrips(world.ctx, listSitemaps)).toBe(1)
  expect(await rowsRead(world.ctx, listSitemaps)).toBeLessThan(100)
})
