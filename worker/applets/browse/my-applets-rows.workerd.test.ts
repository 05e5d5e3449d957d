import { array, assert, asyncProperty, boolean, constantFrom, nat, record } from 'fast-check'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { applet_steps } from '../../db/schema/applets.ts'
import { aConnectedAccount, aUser } from '../../testing/rows.ts'
import { rowsRead } from '../../testing/round-trips.ts'
import { manyApplets, manyEnablements } from '../testing/many-applets.fixture.ts'
import { anAppletFixture, type AppletFixture } from '../testing/stored-applet.fixture.ts'
import { listMyApplets } from './list-my-applets.ts'

const STEPS = ['github/triggers/new_starred_repository', 'google_sheets/actions/add_row']
const many = (length: number) => Array.from({ length }, () => ({ steps: STEPS }))

test('my Applets read no rows of others', async () => {
  const world = await anAppletFixture()
  const own = await manyApplets(world, many(20))
  await manyEnablements(world.db, own, world.user)
  const alone = await rowsRead(world.ctx, (ctx) => listMyApplets(ctx))
  const others = await manyApplets(world, many(2000))
  await manyEnablements(world.db, [...own, ...others], await aUser(world.db))
  expect(await rowsRead(world.ctx, (ctx) => listMyApplets(ctx))).toBeLessThan(alone + 10)
})

test('a healthy Applet costs at most 25 rows', async () => {
  const world = await anAppletFixture()
  await aConnectedAccount(world.db, world.user, 'github')
  const read = () => rowsRead(world.ctx, (ctx) => listMyApplets(ctx))
  await manyEnablements(world.db, await manyApplets(world, many(100)), world.user)
  const first = await read()
  await manyEnablements(world.db, await manyApplets(world, many(100)), world.user)
  expect((await read()) - first).toBeLessThanOrEqual(100 * 25)
})

const own = record({
  steps: constantFrom(STEPS, STEPS.slice(1), ['webhooks/triggers/web_request', 'notifications/actions/send']),
  slot: nat(1),
  held: constantFrom<'enabled' | 'disabled' | null>('enabled', 'disabled', null),
  mine: boolean(),
})
const account = record({
  module_name: constantFrom('github', 'google_sheets'),
  status: constantFrom<'connected' | 'broken'>('connected', 'broken'),
})

test('broken Applets and services are those that all rows tell', async () => {
  await assert(
    asyncProperty(array(own, { maxLength: 20 }), array(account, { maxLength: 3 }), async (given, accounts) => {
      const world = await anAppletFixture()
      const ids = await manyApplets(
        world,
        given.map(({ steps, mine }) => ({ steps, author: mine ? world.user : world.author })),
      )
      for (const [n, { slot }] of given.entries())
        await world.db
          .update(applet_steps)
          .set({ account_slot: slot })
          .where(sql`applet_id = ${ids[n]} and position = 1`)
      for (const status of ['enabled', 'disabled'] as const)
        await manyEnablements(
          world.db,
          ids.filter((_, n) => given[n]?.held === status),
          world.user,
          status,
        )
      for (const each of accounts) await aConnectedAccount(world.db, world.user, each.module_name, each)
      await aConnectedAccount(world.db, world.author, 'github', { status: 'broken' })
      const { applets, counts, services } = await listMyApplets(world.ctx, { q: '', sort: 'name' })
      const broken = await toldBroken(world)
      expect(
        applets
          .filter((each) => each.broken)
          .map(({ id }) => id)
          .toSorted((a, b) => a - b),
      ).toEqual(broken)
      expect(counts.attention).toBe(broken.length)
      expect(services.map(({ module_name }) => module_name)).toEqual(await toldServices(world))
    }),
    { numRuns: 10 },
  )
})

/** Applets that are on, with a step whose account is missing while another of its service is broken. */
async function toldBroken({ db, user }: AppletFixture): Promise<number[]> {
  const rows = await db.all<{ id: number }>(sql`select distinct e.applet_id id from enablements e
    join applet_steps s on s.applet_id = e.applet_id
    join connected_accounts b on b.user_id = e.user_id and s.step_id like b.module_name || '/%' and b.status = 'broken'
    where e.user_id = ${user.id} and e.status = 'enabled' and s.account_slot >= (
      select count(*) from connected_accounts c
      where c.user_id = e.user_id and c.module_name = b.module_name and c.status = 'connected')`)
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

async function toldServices({ db, user }: AppletFixture): Promise<string[]> {
  const rows = await db.all<{ name: string }>(sql`select distinct substr(s.step_id, 1, instr(s.step_id, '/') - 1) name
    from applets a join applet_steps s on s.applet_id = a.id
    where a.author_id = ${user.id} or a.id in (select applet_id from enablements where user_id = ${user.id}) order by 1`)
  return rows.map(({ name }) => name)
}
