import { array, assert, asyncProperty, boolean, constantFrom, record } from 'fast-check'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { call } from '../../testing/call-api.ts'
import { aConnectedAccount, anApplet, anEnablement, aStep, aUser, signIn } from '../../testing/rows.ts'
import { roundTrips, rowsRead } from '../../testing/round-trips.ts'
import { listConnections } from '../accounts/list-connections.ts'
import { readServiceViewer } from './read-service-viewer.ts'
import { manyApplets, manyEnablements } from '../../applets/testing/many-applets.fixture.ts'
import { aConnectionFixture } from '../testing/connection.fixture.ts'

test('shows only the accounts of this user at this service', async () => {
  const { ctx, user, base } = await aConnectionFixture()
  const star = await aStep(base.db, 'github', 'trigger', 'new_starred_repository')
  const row = await aStep(base.db, 'google_sheets', 'action', 'add_row')
  await anEnablement(base.db, user, await anApplet(base.db, user, [{ step: star }, { step: row }]))
  await anEnablement(base.db, user, await anApplet(base.db, user, [{ step: row }]))
  await aConnectedAccount(base.db, await aUser(base.db), 'github')
  await aConnectedAccount(base.db, user, 'google_sheets')
  const first = await aConnectedAccount(base.db, user, 'github', { status: 'broken' })
  const second = await aConnectedAccount(base.db, user, 'github', { created_at: first.created_at + 1 })
  const { viewer } = await readServiceViewer(ctx, 'github')
  expect(viewer?.connections.map(({ id, status }) => [id, status])).toEqual([
    [first.id, 'broken'],
    [second.id, 'connected'],
  ])
  const listed = (await listConnections(ctx)).filter(({ service }) => service.module_name === 'github')
  expect(viewer?.connections).toEqual(listed)
  expect(listed[0]?.used_by).toHaveLength(1)
  expect(JSON.stringify(viewer)).not.toMatch(/token/)
})

test('a service without an account of the user has an empty list', async () => {
  const { ctx } = await aConnectionFixture()
  expect(await readServiceViewer(ctx, 'github')).toEqual({ viewer: { connections: [] } })
  await expect(readServiceViewer(ctx, 'nothing')).rejects.toMatchObject({ code: 'not_found' })
})

test('a visitor and an ended session have no part of their own', async () => {
  const { base, user } = await aConnectionFixture()
  expect(await readServiceViewer(base, 'github')).toEqual({ viewer: null })
  const ended = await signIn(base.db, user, 0)
  const response = await call('GET', '/api/services/github/viewer', { session: ended.token })
  expect(await response.json()).toEqual({ viewer: null })
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

test('asks D1 once', async () => {
  const { ctx } = await aConnectionFixture()
  expect(await roundTrips(ctx, (asked) => readServiceViewer(asked, 'github'))).toBe(1)
})

test("a service's page reads only this user's Applets", async () => {
  const { ctx, user, base } = await aConnectionFixture()
  const star = await aStep(base.db, 'github', 'trigger', 'new_starred_repository')
  await anEnablement(base.db, user, await anApplet(base.db, user, [{ step: star }]))
  const read = () => rowsRead(ctx, (each) => readServiceViewer(each, 'github'))
  const alone = await read()
  const others = await manyApplets(
    { db: base.db, author: await aUser(base.db) },
    Array.from({ length: 2000 }, () => ({ steps: [star.id] })),
  )
  await manyEnablements(base.db, others, await aUser(base.db))
  expect(await read()).toBeLessThan(alone + 10)
})

test('an account is used by the Applets that joining all tables finds', async () => {
  const step = constantFrom('github/triggers/new_starred_repository', 'google_sheets/triggers/new_row')
  const held = constantFrom<'enabled' | 'disabled' | null>('enabled', 'disabled', null)
  await assert(
    asyncProperty(array(record({ step, held, archived: boolean() }), { maxLength: 40 }), async (given) => {
      const { ctx, user, base } = await aConnectionFixture()
      await aStep(base.db, 'github', 'trigger', 'new_starred_repository')
      await aStep(base.db, 'google_sheets', 'trigger', 'new_row')
      await aConnectedAccount(base.db, user, 'github')
      const applets = given.map(({ step: id, archived }) => ({ steps: [id], archived }))
      const ids = await manyApplets({ db: base.db, author: await aUser(base.db) }, applets)
      for (const status of ['enabled', 'disabled'] as const)
        await manyEnablements(
          base.db,
          ids.filter((_, n) => given[n]?.held === status),
          user,
          status,
        )
      await manyEnablements(base.db, ids, await aUser(base.db))
      const { viewer } = await readServiceViewer(ctx, 'github')
      const told = await base.db.all<{
        id: number
      }>(sql`select distinct a.id from enablements e, applets a, applet_steps s
        where e.user_id = ${user.id} and a.id = e.applet_id and s.applet_id = a.id and s.step_id like 'github/%'
          and (e.status = 'enabled' or a.archived_at is null) order by a.name, a.id`)
      expect(viewer?.connections[0]?.used_by.map(({ id }) => id)).toEqual(told.map(({ id }) => id))
    }),
    { numRuns: 10 },
  )
})
