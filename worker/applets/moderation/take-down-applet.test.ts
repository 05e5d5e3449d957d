import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { disableApplet } from '../enable/disable-applet.ts'
import { enableApplet } from '../enable/enable-applet.ts'
import { publishApplet } from '../publish/publish-applet.ts'
import { readApplet } from '../read/read-applet.ts'
import { at, textOf } from '../testing/stored-applet.fixture.ts'
import { enablements } from '../../db/schema/applets.ts'
import { RUNNERS_AT_ONCE, markRunnersToTell } from '../../db/moderation/runners-to-tell.ts'
import { runners_to_tell, takedown_mails } from '../../db/schema/moderation.ts'
import { operator_log } from '../../db/schema/operator.ts'
import { runners } from '../../db/schema/runners.ts'
import { readSnapshot } from '../../engine/runner-sync/read-snapshot.ts'
import { moderate } from './moderate.ts'
import { aModerationFixture, BACK, DOWN, EVERYWHERE, listedAt, type ModerationFixture } from './moderation.fixture.ts'
import { takeDownApplet } from './take-down-applet.ts'

let world: ModerationFixture
beforeEach(async () => {
  world = await aModerationFixture()
})

/** The users whose Runners have to be told something. */
async function behind(): Promise<string[]> {
  const rows = await world.db
    .select()
    .from(runners)
    .where(sql`applied < wanted`)
  return rows.map(({ user_id }) => user_id)
}

test('a taken down Applet is in no list and says so', async () => {
  const fern = await world.aFern()
  await enableApplet(world.ctx, { id: fern.id })
  expect(await listedAt(world, fern)).toEqual(EVERYWHERE)
  await takeDownApplet(world.operator, at(fern), DOWN)
  await world.minute()
  expect(await listedAt(world, fern)).toEqual([])
  const gone = { code: 'taken_down', status: 410, message: expect.stringContaining('was taken down') }
  await expect(readApplet(world.base, at(fern))).rejects.toMatchObject(gone)
  expect((await readApplet(world.ctx, at(fern))).applet).toMatchObject({ taken_down: true, listed: false })
  const author = await world.base.as(world.author)
  expect((await readApplet(author, at(fern))).applet).toMatchObject({ taken_down: true, can_publish: false })
  await expect(publishApplet(author, at(fern), textOf(fern))).rejects.toMatchObject(gone)
  await expect(enableApplet(world.ctx, { id: fern.id })).rejects.toMatchObject(gone)
  expect(await disableApplet(world.ctx, at(fern))).toMatchObject({ status: 'disabled_for_user' })
})

test('taken down, it runs for nobody; back, it goes on', async () => {
  const fern = await world.aFern()
  await enableApplet(world.ctx, { id: fern.id })
  const programs = async () => (await readSnapshot(world.base, world.user.id))?.snapshot.programs.length
  const synced = () => world.db.update(runners).set({ applied: sql`wanted` })
  await world.base.settled()
  await synced()
  await takeDownApplet(world.operator, at(fern), DOWN)
  await moderate(world.base, world.base.now())
  expect([await programs(), await behind()]).toEqual([0, [world.user.id]])
  await synced()
  await takeDownApplet(world.operator, at(fern), BACK)
  await moderate(world.base, world.base.now())
  expect([await programs(), await behind()]).toEqual([1, [world.user.id]])
  expect(await world.db.select().from(enablements)).toMatchObject([{ status: 'enabled' }])
})

test('Runners of many users are told in portions', async () => {
  const fern = await world.aFern()
  const count = RUNNERS_AT_ONCE + 20
  await world.db.run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    insert into users (id, email, login, code, created_at, updated_at)
    select 'usr_n' || i, 'n' || i || '@example.test', 'n' || i, 'n' || i, 1, 1 from n`)
  await world.db.run(sql`insert into enablements (id, user_id, applet_id, status, created_at, updated_at)
    select 'ena_' || id, id, ${fern.id}, 'enabled', 1, 1 from users where id like 'usr_n%'`)
  await world.db.update(runners).set({ applied: sql`wanted` })
  await takeDownApplet(world.operator, at(fern), DOWN)
  expect([await markRunnersToTell(world.base), (await behind()).length]).toEqual([true, RUNNERS_AT_ONCE])
  expect([await markRunnersToTell(world.base), (await behind()).length]).toEqual([true, count])
  expect([await markRunnersToTell(world.base), await world.db.select().from(runners_to_tell)]).toEqual([false, []])
})

test('two operators who press at once make one change', async () => {
  const fern = await world.aFern()
  await Promise.all([1, 2, 3].map(() => takeDownApplet(world.operator, at(fern), DOWN)))
  expect(await world.db.select().from(operator_log)).toHaveLength(1)
  expect(await world.db.select().from(takedown_mails)).toHaveLength(1)
})

test('an unknown Applet cannot be taken down', async () => {
  await expect(takeDownApplet(world.operator, at({ id: 9999 }), DOWN)).rejects.toMatchObject({ code: 'not_found' })
})
