import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { MY_APPLETS_PAGE_SIZE, MY_APPLETS_SECTION_SIZE } from '../../contract/applets/my-applets.ts'
import { MY_APPLETS_SORTS, type MyAppletsStatus } from '../../contract/applets/my-applets.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { MyAppletsInput } from '../../contract/applets/my-applets-input.ts'
import { aConnectedAccount, anApplet, anEnablement } from '../../testing/rows.ts'
import { roundTrips, rowsRead } from '../../testing/round-trips.ts'
import { connectionsOf } from '../read/applet-status.ts'
import {
  aPlainApplet,
  anAppletFixture,
  anAppletWithField,
  anAppletWithServices,
  type AppletFixture,
} from '../testing/stored-applet.fixture.ts'
import { listMyApplets } from './list-my-applets.ts'

let world: AppletFixture
beforeEach(async () => {
  world = await anAppletFixture()
})

const ask = (given: Partial<MyAppletsInput>, ctx: Ctx = world.ctx) =>
  listMyApplets(ctx, { q: '', sort: 'recent', ...given })
async function names(given: Partial<MyAppletsInput>, ctx: Ctx = world.ctx): Promise<string[]> {
  return (await ask(given, ctx)).applets.map(({ name }) => name)
}

/** The user enables an Applet of the author with this name. */
async function enabled(name: string, given: Parameters<typeof anEnablement>[3] = {}) {
  const applet = await aPlainApplet(world, { name })
  await anEnablement(world.db, world.user, applet, given)
  return applet
}

test('finds Applets by words of their name and services', async () => {
  await enabled('Door bell')
  const feed = await anAppletWithField(world, { name: 'Morning paper' })
  await anEnablement(world.db, world.user, feed)
  expect(await names({ q: 'DOOR' })).toEqual(['Door bell'])
  expect(await names({ q: 'feeds' })).toEqual(['Morning paper'])
  expect(await names({ q: 'morning notifications' })).toEqual(['Morning paper'])
  expect(await names({ q: 'morning webhooks' })).toEqual([])
  expect(await names({ q: '%' })).toEqual([])
})

test('finds an Applet by eight words', async () => {
  await enabled('If my door bell rings then tell me')
  const q = 'if my door bell rings then tell me'
  expect(await names({ q })).toHaveLength(1)
  const after = `1.if my ${'z'.repeat(9)}`
  expect(await names({ q, status: 'attention', service: 'webhooks', sort: 'name', after })).toEqual([])
})

test('filters Applets by a service', async () => {
  await enabled('Door bell')
  await anEnablement(world.db, world.user, await anAppletWithField(world, { name: 'Morning paper' }))
  const found = await ask({ service: 'feeds' })
  expect(found.applets.map(({ name }) => name)).toEqual(['Morning paper'])
  expect(found.services).toEqual([
    { module_name: 'feeds', name: 'Feeds' },
    { module_name: 'notifications', name: 'Notifications' },
    { module_name: 'webhooks', name: 'Webhooks' },
  ])
  expect(await names({ service: 'github' })).toEqual([])
})

test('filters Applets by every status and counts them', async () => {
  const ctx = await world.base.as(world.author)
  const mine = async (name: string, given: Parameters<typeof anEnablement>[3] | null, applet = {}) => {
    const row = await aPlainApplet(world, { name, ...applet })
    if (given) await anEnablement(world.db, world.author, row, given)
  }
  await mine('On', {})
  await mine('Off', { status: 'disabled' })
  await mine('Waits', { status: 'disabled', paused_at: 5 })
  await mine('Draft', null, { published_at: null })
  await mine('Old', { status: 'disabled' }, { archived_at: 5 })
  const broken = await anAppletWithServices(world, { name: 'Broken' })
  await anEnablement(world.db, world.author, broken)
  await aConnectedAccount(world.db, world.author, 'google_sheets', { status: 'broken' })
  const expected: Record<MyAppletsStatus, string[]> = {
    enabled: ['Broken', 'On'],
    attention: ['Broken'],
    paused: ['Waits'],
    disabled: ['Off'],
    unused: ['Draft'],
    created: ['Broken', 'Draft', 'Off', 'On', 'Waits'],
    drafts: ['Draft'],
    archived: ['Old'],
  }
  const { counts, total, enabled: on } = await ask({}, ctx)
  for (const [status, found] of Object.entries(expected) as [MyAppletsStatus, string[]][]) {
    expect((await names({ status }, ctx)).toSorted(), status).toEqual(found)
    expect(counts[status], status).toBe(found.length)
  }
  expect([counts.all, total, on]).toEqual([6, 6, 2])
})

test('counts by status what the search finds', async () => {
  await enabled('Door bell')
  await enabled('Door lock', { status: 'disabled' })
  await enabled('Window')
  const { counts, total, enabled: on } = await ask({ q: 'door', status: 'disabled' })
  expect([counts.all, counts.enabled, counts.disabled, total, on]).toEqual([2, 1, 1, 3, 2])
})

test('sorts by change, name, last run and runs', async () => {
  await enabled('b', { updated_at: 3, last_run: 1, run_count: 7 })
  await enabled('C', { updated_at: 2, last_run: 9, run_count: 0 })
  await enabled('A', { updated_at: 1, last_run: null, run_count: 8 })
  const ids = { status: 'enabled' } as const
  expect(await names({ ...ids, sort: 'recent' })).toEqual(['b', 'C', 'A'])
  expect(await names({ ...ids, sort: 'name' })).toEqual(['A', 'b', 'C'])
  expect(await names({ ...ids, sort: 'last_run' })).toEqual(['C', 'b', 'A'])
  expect(await names({ ...ids, sort: 'runs' })).toEqual(['A', 'b', 'C'])
})

/** The user enables this many Applets; some have the same name, time or count. */
async function many(count: number) {
  const { db, author, user } = world
  await db.run(sql`with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${count})
    insert into applets (name, brand_color, author_id, published_at, created_at, updated_at)
    select 'Applet ' || (i % 7) || '.ä', '#225588', ${author.id}, 1, 1, 1 from n`)
  await db.run(sql`insert into enablements (id, user_id, applet_id, status, run_count, last_run, created_at, updated_at)
    select 'ena_of_' || id, ${user.id}, id, 'enabled', id % 3, iif(id % 2, id, null), 1, id % 5
    from applets where author_id = ${author.id}`)
}

test('pages of every sort show each Applet once', async () => {
  await many(MY_APPLETS_PAGE_SIZE + 5)
  for (const sort of MY_APPLETS_SORTS) {
    const first = await ask({ sort, status: 'enabled' })
    expect(first.applets).toHaveLength(MY_APPLETS_PAGE_SIZE)
    const second = await ask({ sort, status: 'enabled', after: first.next ?? '' })
    expect(second.next).toBeNull()
    const ids = [...first.applets, ...second.applets].map(({ id }) => id)
    expect(new Set(ids).size, sort).toBe(MY_APPLETS_PAGE_SIZE + 5)
  }
})

test('shows the last changed ones of each section first', async () => {
  await many(MY_APPLETS_SECTION_SIZE + 3)
  await enabled('Off since long', { status: 'disabled', updated_at: 0 })
  const { applets, counts, next } = await ask({})
  expect(applets.filter(({ status }) => status === 'enabled_for_user')).toHaveLength(MY_APPLETS_SECTION_SIZE)
  expect(applets.find(({ status }) => status === 'disabled_for_user')?.name).toBe('Off since long')
  expect([counts.enabled, next]).toEqual([MY_APPLETS_SECTION_SIZE + 3, null])
})

test("another user's Applets never appear", async () => {
  const theirs = await aPlainApplet(world, { name: 'Theirs' })
  await anEnablement(world.db, world.author, theirs)
  await aConnectedAccount(world.db, world.author, 'google_sheets', { status: 'broken' })
  expect(await ask({ q: 'Theirs' })).toMatchObject({ applets: [], total: 0, services: [] })
  for (const sort of MY_APPLETS_SORTS) expect(await names({ sort })).toEqual([])
  expect(await names({ status: 'created' })).toEqual([])
})

test("a search reads only the user's own rows", async () => {
  await enabled('Door bell')
  const search = () => rowsRead(world.ctx, (ctx) => ask({ q: 'door' }, ctx))
  const before = await search()
  for (let n = 0; n < 20; n++) await anEnablement(world.db, world.author, await aPlainApplet(world))
  expect(await search()).toBeLessThan(before + 10)
  expect(await roundTrips(world.ctx, (ctx) => ask({ q: 'door', status: 'paused' }, ctx))).toBe(1)
  expect(await roundTrips(world.ctx, (ctx) => ask({ q: 'door', status: 'attention' }, ctx))).toBe(2)
})

test('flags as broken what the connection page flags', async () => {
  const { db, user, steps } = world
  const slots = [0, 1, 0].map((account_slot) => ({ step: steps.row, account_slot }))
  const applet = await anApplet(db, world.author, [{ step: steps.star }, ...slots])
  await anEnablement(db, user, applet)
  const service = (module_name: string) => ({ module_name, connect_kind: 'oauth2' as const })
  const used = [
    { service: service('github'), account_slot: 0 },
    ...slots.map(({ account_slot }) => ({ service: service('google_sheets'), account_slot })),
  ]
  const accounts: { module_name: string; status: 'connected' | 'broken' }[] = []
  for (const [module_name, status] of [
    ['github', 'connected'],
    ['google_sheets', 'connected'],
    ['google_sheets', 'broken'],
    ['google_sheets', 'connected'],
    ['github', 'broken'],
  ] as const) {
    await aConnectedAccount(db, user, module_name, { status })
    accounts.push({ module_name, status })
    const expected = connectionsOf(used, accounts).some(({ broken }) => broken)
    expect((await ask({})).applets[0]?.broken, `${accounts.length} accounts`).toBe(expected)
  }
})
