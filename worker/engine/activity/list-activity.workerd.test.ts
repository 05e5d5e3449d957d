import { expect, test } from 'vitest'
import { enableApplet } from '../../applets/enable/enable-applet.ts'
import { deleteApplet } from '../../applets/publish/delete-applet.ts'
import { disableApplet } from '../../applets/enable/disable-applet.ts'
import { readViewer } from '../../applets/read/read-applet.ts'
import { roundTrips, rowsRead } from '../../testing/round-trips.ts'
import { activity_log, applets as appletsTable } from '../../db/schema/applets.ts'
import { aPlainApplet, at, anAppletFixture, type AppletFixture } from '../../applets/testing/stored-applet.fixture.ts'
import { manyApplets } from '../../applets/testing/many-applets.fixture.ts'
import { ACTIVITY_PAGE_SIZE, type ActivityEntry, type ActivityKind } from '../../contract/activity/activity-entry.ts'
import { call } from '../../testing/call-api.ts'
import { aConnectedAccount, aUser, signIn } from '../../testing/rows.ts'
import { disconnectAccount } from '../../connections/disconnect.ts'
import { listActivity, listAppletActivity } from './list-activity.ts'
import { categoryOf } from '../../contract/activity/activity-entry.ts'

type Line = { user?: { id: string }; applet?: { id: number }; kind?: ActivityKind; count?: number; at?: number }

let written = 0
/** Log entries one second apart, the newest last. */
async function lines(
  world: AppletFixture,
  { user = world.user, applet, kind = 'saved', count = 1, at: from = 1000 }: Line,
) {
  const rows = Array.from({ length: count }, (_, n) => ({
    id: `act_${String(++written).padStart(6, '0')}`,
    user_id: user.id,
    applet_id: applet?.id ?? null,
    kind,
    category: categoryOf(kind),
    created_at: from + n * 1000,
  }))
  for (let n = 0; n < rows.length; n += 10) await world.db.insert(activity_log).values(rows.slice(n, n + 10))
}
const kinds = ({ entries }: { entries: ActivityEntry[] }) =>
  entries.map((entry) => (entry.category === 'run' ? entry.state : entry.kind))

test('lists changes newest first with their Applet', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world, { name: 'Door bell', friendly_id: 'door-bell' })
  await enableApplet(world.ctx, { id: applet.id })
  world.base.advance(1000)
  await disableApplet(world.ctx, at(applet))
  const { entries, next, applets } = await listActivity(world.ctx, {})
  expect(kinds({ entries })).toEqual(['disabled', 'enabled'])
  expect(entries[1]).toMatchObject({
    applet: { id: applet.id, name: 'Door bell', path: '/applets/door-bell' },
    created_at: world.base.now() - 1000,
  })
  expect(next).toBeNull()
  expect(applets).toEqual([{ id: applet.id, name: 'Door bell' }])
})

test("lists a connection's entries with its service and account", async () => {
  const world = await anAppletFixture()
  const account = await aConnectedAccount(world.db, world.user, 'github', { account_name: 'ada@github.test' })
  await disconnectAccount(world.ctx, account.id)
  expect((await listActivity(world.ctx, {})).entries).toMatchObject([
    {
      kind: 'service_disconnected',
      category: 'change',
      applet: null,
      service_name: 'GitHub',
      detail: { account_name: 'ada@github.test' },
    },
  ])
})

test.each([
  ['changes', ['enabled']],
  ['runs', []],
  ['failures', ['connection_broken']],
  [undefined, ['connection_broken', 'enabled']],
] as const)('filters by %s: %s', async (kind, expected) => {
  const world = await anAppletFixture()
  await lines(world, { kind: 'enabled', at: 1000 })
  await lines(world, { kind: 'connection_broken', at: 3000 })
  expect(kinds(await listActivity(world.ctx, { ...(kind && { kind }) }))).toEqual(expected)
})

test("never shows another user's entries", async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world)
  await lines(world, { applet, user: await aUser(world.db) })
  expect((await listActivity(world.ctx, { applet: String(applet.id) })).entries).toEqual([])
  expect((await listAppletActivity(world.ctx, at(applet), {})).entries).toEqual([])
  await expect(listActivity(world.base, {})).rejects.toMatchObject({ code: 'not_signed_in' })
  await expect(listAppletActivity(world.base, at(applet), {})).rejects.toMatchObject({ code: 'not_signed_in' })
})

test("shows an Applet's page only its own entries", async () => {
  const world = await anAppletFixture()
  const [one, two] = [await aPlainApplet(world), await aPlainApplet(world)]
  await lines(world, { applet: one, kind: 'enabled' })
  await lines(world, { applet: two, kind: 'saved' })
  const answer = await listAppletActivity(world.ctx, { id: null, friendly_id: one.friendly_id }, {})
  expect(kinds(answer)).toEqual(['enabled'])
  expect(answer.applet).toEqual({ id: one.id, name: one.name, friendly_id: one.friendly_id, config_type: 'static' })
  expect(kinds(await listActivity(world.ctx, { applet: String(two.id) }))).toEqual(['saved'])
  const draft = await aPlainApplet(world, { published_at: null })
  await expect(listAppletActivity(world.ctx, at(draft), {})).rejects.toMatchObject({ code: 'not_found' })
  await expect(listAppletActivity(world.ctx, at({ id: 999 }), {})).rejects.toMatchObject({ code: 'not_found' })
  expect((await listAppletActivity(await world.base.as(world.author), at(draft), {})).entries).toEqual([])
})

test("keeps a deleted Applet's entries without a link", async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world)
  await enableApplet(world.ctx, { id: applet.id })
  await deleteApplet(world.ctx, at(applet))
  await deleteApplet(await world.base.as(world.author), at(applet))
  const { entries, applets } = await listActivity(world.ctx, { applet: String(applet.id) })
  expect(entries.map((entry) => entry.applet?.path)).toEqual([null, null])
  expect(applets).toEqual([{ id: applet.id, name: applet.name }])
  expect((await listActivity(world.ctx, {})).applets).toEqual([])
})

test('pages without gaps or duplicates while new entries arrive', async () => {
  const world = await anAppletFixture()
  const total = 2 * ACTIVITY_PAGE_SIZE + 5
  for (const kind of ['saved', 'look_failed', 'connection_broken'] as const) {
    await lines(world, { kind, count: Math.ceil(total / 3), at: 1000 })
  }
  const seen: string[] = []
  let before: string | undefined
  do {
    const page = await listActivity(world.ctx, { ...(before && { before }) })
    seen.push(...page.entries.map(({ id }) => id))
    before = page.next ?? undefined
    await lines(world, { at: 1_000_000 + seen.length })
  } while (before)
  expect(seen).toHaveLength(3 * Math.ceil(total / 3))
  expect(new Set(seen).size).toBe(seen.length)
})

test('reads a page in one round trip', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world)
  expect(await roundTrips(world.ctx, (ctx) => listActivity(ctx, {}))).toBe(1)
  expect(await roundTrips(world.ctx, (ctx) => listAppletActivity(ctx, at(applet), {}))).toBe(1)
})

test('reads about as many rows as it shows', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world)
  await lines(world, { applet, kind: 'enabled', at: 0 })
  await lines(world, { applet, kind: 'look_failed', count: 600 })
  await lines(world, { kind: 'look_failed', count: 300, at: 5_000_000 })
  const costs = await Promise.all([
    rowsRead(world.ctx, (ctx) => listActivity(ctx, {})),
    rowsRead(world.ctx, (ctx) => listActivity(ctx, { kind: 'changes' })),
    rowsRead(world.ctx, (ctx) => listActivity(ctx, { kind: 'failures', before: '300000.act_0' })),
    rowsRead(world.ctx, (ctx) => listAppletActivity(ctx, at(applet), {})),
    rowsRead(world.ctx, (ctx) => listActivity(ctx, { applet: String(applet.id), kind: 'changes' })),
  ])
  for (const cost of costs) expect(cost).toBeGreaterThan(1)
  for (const cost of costs) expect(cost).toBeLessThan(5 * ACTIVITY_PAGE_SIZE)
})

test('offers 500 Applets by name, and the requested one', async () => {
  const world = await anAppletFixture()
  const ids = await manyApplets(
    { ...world, author: world.user },
    Array.from({ length: 600 }, () => ({ steps: [] })),
  )
  const told = await world.db
    .select({ id: appletsTable.id })
    .from(appletsTable)
    .orderBy(appletsTable.name, appletsTable.id)
  const chosen = async (applet: number | undefined) =>
    (await listActivity(world.ctx, applet === undefined ? {} : { applet: String(applet) })).applets.map(({ id }) => id)
  const byName = told.map(({ id }) => id)
  expect(ids).toHaveLength(600)
  expect(await chosen(undefined)).toEqual(byName.slice(0, 500))
  expect(await chosen(byName.at(-1))).toEqual([...byName.slice(0, 499), byName.at(-1)])
  expect(await chosen(byName[3])).toEqual(byName.slice(0, 500))
})

test('takes filters as GET parameters, rejects others with 422', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world)
  await lines(world, { applet, kind: 'look_failed' })
  const { token: session } = await signIn(world.db, world.user, Date.now())
  const ask = (path: string) => call('GET', path, { session })
  for (const path of [
    `/api/activity?kind=failures&applet=${applet.id}&before=9999.act_1`,
    `/api/applets/${applet.id}/activity`,
  ]) {
    const response = await ask(path)
    expect([response.status, kinds(await response.json())]).toEqual([200, ['look_failed']])
  }
  for (const query of ['kind=everything', 'before=yesterday', 'applet=mine']) {
    expect((await ask(`/api/activity?${query}`)).status).toBe(422)
  }
  expect((await call('GET', '/api/activity')).status).toBe(401)
})

test("shows the user's own last change, not the last failure", async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world)
  await enableApplet(world.ctx, { id: applet.id })
  const changed = world.base.now()
  await lines(world, { applet, kind: 'look_failed', at: changed + 5000 })
  await lines(world, { applet, user: await aUser(world.db), at: changed + 6000 })
  expect((await readViewer(world.ctx, at(applet))).viewer).toMatchObject({ last_change: changed })
  world.base.advance(9000)
  expect(await disableApplet(world.ctx, at(applet))).toMatchObject({ last_change: changed + 9000 })
})
