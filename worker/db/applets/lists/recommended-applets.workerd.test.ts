import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { aStep, anApplet } from '../../../testing/rows.ts'
import { readRecommendedCards } from './public-pages.ts'
import { roundTrips, rowsRead } from '../../../testing/round-trips.ts'
import {
  anAppletWithField,
  anAppletWithServices,
  aPlainApplet,
  anAppletFixture,
  type AppletFixture,
} from '../../../applets/testing/stored-applet.fixture.ts'

const BOTH = { module_names: ['github', 'google_sheets'], count: 6 }

async function namesFor(
  { base }: AppletFixture,
  input: { module_names: string[]; count: number; except?: number | null },
) {
  return (await readRecommendedCards(base, input)).map(({ name }) => name)
}

test('recommends Applets sharing most services, then the most used', async () => {
  const world = await anAppletFixture()
  const { star, notify } = world.steps
  await aPlainApplet(world, { name: 'Other services', enabled_count: 900 })
  await anAppletWithServices(world, { name: 'Both, little used', enabled_count: 1 })
  await anApplet(world.db, world.author, [{ step: star }, { step: notify }], { name: 'One', enabled_count: 50 })
  await anApplet(world.db, world.author, [{ step: star }, { step: notify }], {
    name: 'One, more used',
    enabled_count: 70,
  })
  await anAppletWithServices(world, { name: 'Both, used', enabled_count: 5 })
  expect(await namesFor(world, BOTH)).toEqual(['Both, used', 'Both, little used', 'One, more used', 'One'])
})

test('respects the count and never recommends the current Applet', async () => {
  const world = await anAppletFixture()
  for (const enabled_count of [40, 30, 20, 10])
    await anAppletWithServices(world, { name: `Used ${enabled_count}`, enabled_count })
  expect(await namesFor(world, { ...BOTH, count: 3 })).toEqual(['Used 40', 'Used 30', 'Used 20'])
  const [most] = await readRecommendedCards(world.base, { ...BOTH, count: 1 })
  expect(await namesFor(world, { ...BOTH, count: 3, except: most?.id ?? null })).toEqual([
    'Used 30',
    'Used 20',
    'Used 10',
  ])
})

test('never recommends drafts or archived Applets', async () => {
  const world = await anAppletFixture()
  await anAppletWithServices(world, { published_at: null })
  await anAppletWithServices(world, { archived_at: 5 })
  expect(await namesFor(world, BOTH)).toEqual([])
})

test('fills a card with its services in step order', async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithServices(world, { enabled_count: 3 })
  expect(await readRecommendedCards(world.base, BOTH)).toEqual([
    {
      id: applet.id,
      friendly_id: applet.friendly_id,
      name: applet.name,
      brand_color: '#225588',
      brand: { background: '#225588', tone: 'white' },
      config_type: 'static',
      author: 'mira',
      enabled_count: 3,
      services: ['github', 'google_sheets'].map((module_name) => expect.objectContaining({ module_name })),
    },
  ])
})

test.each([[[]], [['unknown']], [["' or 1=1 --"]]])('recommends nothing for %j', async (module_names) => {
  const world = await anAppletFixture()
  await anAppletWithField(world)
  expect(await namesFor(world, { module_names, count: 6 })).toEqual([])
})

test('asks D1 once, without more rows as Applets grow', async () => {
  const world = await anAppletFixture()
  const rare = await aStep(world.db, 'github', 'trigger', 'rare')
  await anApplet(world.db, world.author, [{ step: rare }, { step: world.steps.notify }], { name: 'Rare' })
  await manyApplets(world, 400)
  const some = await rowsRead(world.base, (ctx) => readRecommendedCards(ctx, BOTH))
  await manyApplets(world, 4000)
  const many = await rowsRead(world.base, (ctx) => readRecommendedCards(ctx, BOTH))
  expect(many).toBeLessThan(some * 1.1)
  expect(many).toBeLessThan(8000)
  expect(await roundTrips(world.base, (ctx) => readRecommendedCards(ctx, BOTH))).toBe(1)
})

test('finds an Applet of a rarely used service among thousands', async () => {
  const world = await anAppletFixture()
  await manyApplets(world, 3000)
  const rare = await aStep(world.db, 'feeds', 'trigger', 'rare')
  await anApplet(world.db, world.author, [{ step: rare }, { step: world.steps.notify }], { name: 'Rare' })
  expect(await namesFor(world, { module_names: ['feeds'], count: 6 })).toEqual(['Rare'])
})

test("drafts do not crowd out a service's published Applets", async () => {
  const world = await anAppletFixture()
  await manyApplets(world, 150)
  await env.DB.prepare('update applets set published_at = null').run()
  await anApplet(world.db, world.author, [{ step: world.steps.star }, { step: world.steps.notify }], { name: 'Seen' })
  await manyApplets(world, 150)
  await env.DB.prepare("delete from applet_steps where applet_id > (select id from applets where name = 'Seen')").run()
  expect(await namesFor(world, BOTH)).toEqual(['Seen'])
})

/** Published Applets of GitHub and Google Sheets, in two statements. */
async function manyApplets({ author, steps }: AppletFixture, count: number) {
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`
  const since = (await env.DB.prepare('select coalesce(max(id), 0) as id from applets').first<number>('id')) ?? 0
  await env.DB.batch([
    env.DB.prepare(
      `insert into applets (name, brand_color, author_id, enabled_count, published_at, created_at, updated_at)
       ${numbers} select 'Many ' || i, '#225588', ?, 1000 + i, 1, 1, 1 from n`,
    ).bind(author.id),
    ...[steps.star, steps.row].map(({ id }, position) =>
      env.DB.prepare(`insert into applet_steps (applet_id, position, step_id, account_slot, fields)
        select id, ?, ?, 0, '{}' from applets where id > ?`).bind(position, id, since),
    ),
  ])
}
