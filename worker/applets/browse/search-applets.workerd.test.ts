import { eq, sql } from 'drizzle-orm'
import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { applets } from '../../db/schema/applets.ts'
import { STEP_SEGMENTS } from '../../contract/connections/service.ts'
import { service_steps, services } from '../../db/schema/connections.ts'
import { findInIndex } from '../../db/search/find-in-index.ts'
import { completeIndex } from '../../db/search/complete-index.fixture.ts'
import { matchOf } from '../../db/search/search-words.ts'
import { aService } from '../../testing/rows.ts'
import { databaseLike, roundTrips, rowsRead } from '../../testing/round-trips.ts'
import { anAppletWithServices, aPlainApplet, anAppletFixture } from '../testing/stored-applet.fixture.ts'
import { searchApplets } from './search-applets.ts'

/** `ids` and `modules` search in an index that knows all of D1. */
async function aSearch() {
  const world = await anAppletFixture()
  const found = async (q: string) => {
    await completeIndex(world.base)
    return searchApplets(world.base, q)
  }
  const ids = async (q: string) => (await found(q)).applets.map(({ id }) => id)
  const modules = async (q: string) => (await found(q)).services.map(({ module_name }) => module_name)
  const steps = async (q: string) =>
    (await found(q)).steps.map((step) => `${step.module_name}/${STEP_SEGMENTS[step.kind]}/${step.slug}`)
  return { world, found, ids, modules, steps }
}

test('searches name, description and services, ignoring case', async () => {
  const { world, ids, modules } = await aSearch()
  const named = await aPlainApplet(world, { name: 'Water the FERNS' })
  const described = await aPlainApplet(world, { description: 'Reminds you of the ferns.' })
  const served = await anAppletWithServices(world)
  expect(await ids('ferns')).toEqual([named.id, described.id])
  expect(await ids('gitHUB')).toEqual([served.id])
  expect(await ids('ferns water')).toEqual([named.id])
  expect(await ids('ferns nowhere')).toEqual([])
  expect(await modules('sheet')).toEqual(['google_sheets'])
})

test('finds words by their beginning and without diacritics', async () => {
  const { world, ids, modules } = await aSearch()
  const cafe = await aPlainApplet(world, { name: 'Café automation' })
  await aService(world.db, { module_name: 'kase', name: 'Käsebrett' })
  for (const q of ['autom', 'cafe', 'CAFÉ', 'cafe\u0301', 'a', 'caf auto']) expect(await ids(q)).toEqual([cafe.id])
  expect(await ids('mation')).toEqual([])
  expect(await modules('kasebr')).toEqual(['kase'])
})

test('finds steps by their words and the name of their service', async () => {
  const { found, steps } = await aSearch()
  expect(await steps('star')).toEqual(['github/triggers/new_starred_repository'])
  expect(await steps('google row')).toEqual(['google_sheets/actions/add_row'])
  expect(await steps('nowhere')).toEqual([])
  expect((await found('star')).steps).toMatchObject([
    { kind: 'trigger', slug: 'new_starred_repository', service: { name: 'GitHub' } },
  ])
})

test('finds no step of a service that was just hidden', async () => {
  const { world, steps } = await aSearch()
  expect(await steps('star')).toHaveLength(1)
  await world.db.update(services).set({ published: false }).where(eq(services.module_name, 'github'))
  expect((await searchApplets(world.base, 'star')).steps).toEqual([])
  expect(await steps('star')).toEqual([])
})

test('finds a step by its new words once it was renamed', async () => {
  const { world, steps } = await aSearch()
  expect(await steps('star')).toHaveLength(1)
  await world.db
    .update(service_steps)
    .set({ name: 'Favorite', description: '' })
    .where(eq(service_steps.slug, 'new_starred_repository'))
  expect([await steps('star'), await steps('favor')]).toEqual([[], ['github/triggers/new_starred_repository']])
})

test('ranks a name before a description before a step', async () => {
  const { world, ids } = await aSearch()
  const served = await anAppletWithServices(world, { name: 'Stars', enabled_count: 900 })
  const described = await aPlainApplet(world, { description: 'Not only for GitHub', enabled_count: 90 })
  const named = await aPlainApplet(world, { name: 'GitHub' })
  expect(await ids('github')).toEqual([named.id, described.id, served.id])
})

test('ranks equal matches by how popular they are', async () => {
  const { world, ids, modules } = await aSearch()
  const [few, many, some] = [
    await aPlainApplet(world, { name: 'Fern', enabled_count: 3 }),
    await aPlainApplet(world, { name: 'Fern', enabled_count: 4000 }),
    await aPlainApplet(world, { name: 'Fern', enabled_count: 399 }),
  ]
  expect(await ids('fern')).toEqual([many.id, some.id, few.id])
  await world.db.update(services).set({ name: 'Same', description: 'x' })
  expect((await modules('same')).slice(0, 2)).toEqual(['google_sheets', 'github'])
})

const HOSTILE = [
  '"',
  '""" OR "',
  'fern AND NOT',
  'NEAR(fern water, 2)',
  '*',
  '-fern',
  'name : fern^',
  '{name description} : fern',
  'fern + * - ( ) { } [ ] : ^ \\ / | & ! ~ ` @ # $ % _ ?',
  "'; drop table applets; --",
  'fern\0water',
  '\0',
  '%',
  '🌿',
  'שרך נוסף',
  'हिन्दी',
  '雨',
  '\u0301',
  '\ud800',
  'fern '.repeat(2000),
  'ä'.repeat(10_000),
]

test('no text is syntax or an error', async () => {
  const { world, ids } = await aSearch()
  await aPlainApplet(world, { name: 'Fern, water (2%)' })
  for (const q of HOSTILE) expect((await ids(q)).length, q.slice(0, 50)).toBeLessThan(2)
})

test('operators are words to look for', async () => {
  const { world, ids } = await aSearch()
  const fern = await aPlainApplet(world, { name: 'Fern' })
  const either = await aPlainApplet(world, { name: 'Fern or water' })
  expect(await ids('fern OR water')).toEqual([either.id])
  expect(await ids('fern AND water')).toEqual([])
  expect((await ids('-fern*')).toSorted()).toEqual([fern.id, either.id])
  expect(await ids('שרך')).toEqual([])
  const fernInHebrew = await aPlainApplet(world, { name: 'שרך' })
  expect(await ids('שרך')).toEqual([fernInHebrew.id])
})

test('shows popular Applets without a search, never drafts', async () => {
  const { world, ids } = await aSearch()
  const [one, two] = [await aPlainApplet(world), await aPlainApplet(world, { enabled_count: 3 })]
  await aPlainApplet(world, { name: 'Ferns', published_at: null })
  expect(await ids('')).toEqual([two.id, one.id])
  expect(await ids(' \n')).toEqual([two.id, one.id])
  expect(await ids('ferns')).toEqual([])
})

test('never shows what was hidden before the index knows', async () => {
  const { world, ids, modules } = await aSearch()
  const fern = await aPlainApplet(world, { name: 'Fern' })
  expect(await ids('fern')).toEqual([fern.id])
  expect(await modules('github')).toEqual(['github'])
  await world.db.update(applets).set({ archived_at: 1 }).where(eq(applets.id, fern.id))
  await world.db.update(services).set({ published: false })
  expect(await searchApplets(world.base, 'fern')).toEqual({ services: [], steps: [], applets: [] })
  expect(await searchApplets(world.base, 'github')).toEqual({ services: [], steps: [], applets: [] })
})

test('without an index, refuses searches but lists what is popular', async () => {
  const { world } = await aSearch()
  const fern = await aPlainApplet(world, { name: 'Fern' })
  for (const search of [null, env.DB]) {
    const ctx = { ...world.base, search }
    await expect(searchApplets(ctx, 'fern')).rejects.toMatchObject({ code: 'search_unavailable', status: 503 })
    expect((await searchApplets(ctx, '')).applets).toMatchObject([{ id: fern.id }])
  }
})

test('reads few rows for a word of half of all Applets', async () => {
  const { world } = await aSearch()
  const { base, author } = world
  let made = 0
  const addApplets = async (count: number) => {
    const rows = Array.from({ length: count }, () => (made % 2 ? `Automation ${made++}` : `Fern ${made++}`))
    await base.db
      .run(sql`insert into applets (name, brand_color, author_id, enabled_count, published_at, created_at, updated_at)
      select value, '#225588', ${author.id}, key % 700, 1, 1, 1 from json_each(${JSON.stringify(rows)})`)
    await base.db.run(sql`insert into applet_steps (applet_id, position, step_id)
      select id, 0, ${world.steps.hook.id} from applets where id not in (select applet_id from applet_steps)`)
    await completeIndex(base)
  }
  const read = async (q: string) => {
    let inIndex = 0
    const batch: D1Database['batch'] = async (statements) => {
      const results = await env.SEARCH.batch<never>(statements)
      for (const { meta } of results) inIndex += meta.rows_read
      return results
    }
    const search = databaseLike({ prepare: (query: string) => env.SEARCH.prepare(query), batch })
    const found = await findInIndex({ ...base, search }, matchOf(q) ?? { texts: '', steps: '' }, {
      services: 24,
      steps: 12,
      applets: 48,
    })
    expect(found.applets).toHaveLength(48)
    return { inIndex, inTruth: await rowsRead(base, (ctx) => searchApplets(ctx, q)) }
  }
  await addApplets(1000)
  const first = [await read('automation'), await read('au web')]
  await addApplets(2000)
  const later = [await read('automation'), await read('au web')]
  expect(later.map(({ inIndex }) => inIndex)).toEqual(first.map(({ inIndex }) => inIndex))
  for (const { inIndex, inTruth } of later) {
    expect(inIndex).toBeLessThan(450)
    expect(inTruth).toBeLessThan(800)
  }
  const { inTruth } = first[0] ?? { inTruth: 0 }
  expect(later[0]?.inTruth).toBeLessThanOrEqual(inTruth * 1.1)
  expect(await roundTrips(base, (ctx) => searchApplets(ctx, 'automation'))).toBe(1)
})
