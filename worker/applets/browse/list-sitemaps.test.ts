import { array, assert, asyncProperty, boolean, nat, record } from 'fast-check'
import { expect, test } from 'vitest'
import { SITEMAP_ROWS } from '../../contract/applets/sitemap.ts'
import { applets } from '../../db/schema/applets.ts'
import { aService, aStep, aUser } from '../../testing/rows.ts'
import { roundTrips } from '../../testing/round-trips.ts'
import { aPlainApplet, anAppletFixture } from '../testing/stored-applet.fixture.ts'
import { listSitemaps, readSitemap } from './list-sitemaps.ts'

const pathsOf = async (...given: Parameters<typeof readSitemap>) =>
  (await readSitemap(...given)).entries.map(({ path }) => path)

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
  expect(await pathsOf(world.ctx, { kind: 'services', page: 0 })).toContain('/github')
  expect(await pathsOf(world.ctx, { kind: 'services', page: 0 })).not.toContain('/soon')
  const steps = await pathsOf(world.ctx, { kind: 'steps', page: 0 })
  expect(steps).toContain('/google_sheets/actions/add_row')
  expect(steps).not.toContain('/soon/triggers/later')
})

test("lists an author's page once, with their first published Applet", async () => {
  const world = await anAppletFixture()
  const first = await aPlainApplet(world, { published_at: null })
  for (const friendly_id of ['second', 'third']) await aPlainApplet(world, { friendly_id })
  const paths = await pathsOf(world.ctx, { kind: 'applets', page: Math.floor(first.id / SITEMAP_ROWS) })
  const author = paths.filter((path) => path === '/authors/mira')
  expect(author).toHaveLength(1)
  expect(paths.indexOf('/authors/mira')).toBe(paths.indexOf('/applets/second') + 1)
})

test('asks for all pages at once, and leaves out empty ones', async () => {
  const world = await anAppletFixture()
  const far = 40 * SITEMAP_ROWS
  const ids = [far + 7, far + SITEMAP_ROWS - 1, far + SITEMAP_ROWS, far + 9 * SITEMAP_ROWS]
  for (const id of ids) await aPlainApplet(world, { id, friendly_id: `far-${id}` })
  await aPlainApplet(world, { id: far + 3 * SITEMAP_ROWS, published_at: null })
  const { pages } = await listSitemaps(world.ctx)
  const listed = pages.filter(({ kind, page }) => kind === 'applets' && page >= 40)
  expect(listed.map(({ page }) => page)).toEqual([40, 41, 49])
  const onPage = await pathsOf(world.ctx, { kind: 'applets', page: 40 })
  expect(onPage.filter((path) => path.startsWith('/applets/'))).toEqual(
    ids.slice(0, 2).map((id) => `/applets/far-${id}`),
  )
  expect(await pathsOf(world.ctx, { kind: 'applets', page: 45 })).toEqual([])
  expect(await roundTrips(world.ctx, listSitemaps)).toBe(1)
})

test('a sitemap lists what going through all Applets finds', async () => {
  const place = record({ author: nat(2), draft: boolean(), archived: boolean(), gap: nat(SITEMAP_ROWS) })
  await assert(
    asyncProperty(array(place, { minLength: 5, maxLength: 30 }), async (given) => {
      const world = await anAppletFixture()
      const authors = [world.author, world.user, await aUser(world.db, { login: 'third' })]
      let id = 0
      for (const { author, draft, archived, gap } of given) {
        id += 1 + gap
        const state = { published_at: draft ? null : 1, archived_at: archived ? 1 : null }
        await aPlainApplet(
          { ...world, author: authors[author] ?? world.author },
          { id, friendly_id: `a${id}`, ...state },
        )
      }
      const rows = await world.db.select().from(applets).orderBy(applets.id)
      const seen = new Set<string>()
      const told = rows
        .filter(({ published_at, archived_at }) => published_at !== null && archived_at === null)
        .flatMap((row) => {
          const { login } = authors.find((author) => author.id === row.author_id) ?? world.author
          const first = !seen.has(login)
          seen.add(login)
          return [`/applets/a${row.id}`, ...(first ? [`/authors/${login}`] : [])]
        })
      const pages = (await listSitemaps(world.ctx)).pages.filter(({ kind }) => kind === 'applets')
      const listed: string[] = []
      for (const page of pages) listed.push(...(await pathsOf(world.ctx, page)))
      expect(listed).toEqual(told)
    }),
    { numRuns: 10 },
  )
})
