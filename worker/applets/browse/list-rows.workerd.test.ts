import { expect, test } from 'vitest'
import { SITEMAP_ROWS } from '../../contract/applets/sitemap.ts'
import { rowsRead } from '../../testing/round-trips.ts'
import { manyApplets, type ListedApplet } from '../testing/many-applets.fixture.ts'
import { anAppletFixture, aPlainApplet } from '../testing/stored-applet.fixture.ts'
import { readHome, readService, readStep } from './browse.ts'
import { listSitemaps, readSitemap } from './list-sitemaps.ts'
import { searchApplets } from './search-applets.ts'

test.each([
  ['home', readHome],
  ['explore', (ctx) => searchApplets(ctx, '')],
  ['the page of a common service', (ctx) => readService(ctx, 'github')],
  ['the page of a rare service', (ctx) => readService(ctx, 'google_sheets')],
  [
    'the page of a common step',
    (ctx) => readStep(ctx, { module_name: 'github', kind: 'trigger', slug: 'new_starred_repository' }),
  ],
  [
    'the page of a rare step',
    (ctx) => readStep(ctx, { module_name: 'google_sheets', kind: 'action', slug: 'add_row' }),
  ],
] satisfies [string, Parameters<typeof rowsRead>[1]][])(
  '%s reads no more rows among many Applets',
  async (_page, read) => {
    const world = await anAppletFixture()
    const rare: ListedApplet[] = Array.from({ length: 60 }, () => ({
      steps: ['google_sheets/actions/add_row', 'notifications/actions/send'],
    }))
    const common = (count: number): ListedApplet[] =>
      Array.from({ length: count }, (_, n) => ({
        steps: ['github/triggers/new_starred_repository'],
        enabled_count: n % 50,
      }))
    await manyApplets(world, [...rare, ...common(60)])
    const few = await rowsRead(world.base, read)
    await manyApplets(world, common(3000))
    // SQLite may look a row past a range.
    expect(await rowsRead(world.base, read)).toBeLessThan(few + 10)
  },
)

test('finds the pages of sitemaps by short seeks', async () => {
  const world = await anAppletFixture()
  for (const page of [40, 41, 49]) {
    const id = page * SITEMAP_ROWS
    await aPlainApplet(world, { id, friendly_id: `far-${id}` })
  }
  expect(await rowsRead(world.ctx, listSitemaps)).toBeLessThan(100)
})

test('sitemaps read no drafts', async () => {
  const world = await anAppletFixture()
  await manyApplets(world, many(2000, { draft: true }))
  const [id = 0] = await manyApplets(world, many(40, {}))
  expect(await rowsRead(world.ctx, listSitemaps)).toBeLessThan(100)
  const page = { kind: 'applets' as const, page: Math.floor(id / SITEMAP_ROWS) }
  expect(await rowsRead(world.ctx, (ctx) => readSitemap(ctx, page))).toBeLessThan(200)
})

function many(length: number, given: { draft?: boolean }) {
  return Array.from({ length }, () => ({ steps: [], ...given }))
}
