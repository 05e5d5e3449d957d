import { array, assert, asyncProperty, boolean, constantFrom, nat, record, subarray } from 'fast-check'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { applet_steps, applets, step_applets } from '../../db/schema/applets.ts'
import { anAppletFixture, at, textOf, type AppletFixture } from '../testing/stored-applet.fixture.ts'
import { manyApplets } from '../testing/many-applets.fixture.ts'
import { anApplet, aSubscription } from '../../testing/rows.ts'
import { enableApplet } from '../enable/enable-applet.ts'
import { disableApplet } from '../enable/disable-applet.ts'
import { pauseOverQuota } from '../../billing/quota/pause-over-quota.ts'
import { deleteApplet } from '../publish/delete-applet.ts'
import { publishApplet } from '../publish/publish-applet.ts'
import { unpublishApplet } from '../publish/unpublish-applet.ts'
import { restoreApplet } from '../publish/restore-applet.ts'
import { readHome, readService, readStep } from './browse.ts'
import { searchApplets } from './search-applets.ts'

const SHOWN = 24
const TRIGGERS = ['github/triggers/new_starred_repository', 'webhooks/triggers/web_request', 'feeds/triggers/new_item']
const ACTIONS = ['google_sheets/actions/add_row', 'notifications/actions/send']
const someApplet = record({
  trigger: constantFrom(...TRIGGERS),
  actions: subarray(ACTIONS, { minLength: 1 }),
  twice: boolean(),
  enabled_count: nat(4),
  draft: boolean(),
  archived: nat(9).map((n) => n === 0),
}).map(({ trigger, actions, twice, ...rest }) => ({
  ...rest,
  steps: [trigger, ...actions, ...(twice ? actions : [])],
}))

/** Of an Applet `a`. */
const LISTED = sql`a.published_at is not null and a.archived_at is null and a.unlisted_until is null and a.taken_down is null`

/** Finds the expected lists the slow way: all published Applets that use the step, sorted. */
async function mostUsed({ db }: AppletFixture, uses: string, limit: number): Promise<number[]> {
  const rows = await db.all<{ id: number }>(sql`select a.id from applets a
    where ${LISTED} and exists (
      select 1 from applet_steps s where s.applet_id = a.id and s.step_id like ${uses})
    order by a.enabled_count desc, a.id limit ${limit}`)
  return rows.map(({ id }) => id)
}

const idsOf = (page: { applets: { id: number }[] }) => page.applets.map(({ id }) => id)
const addRow = { module_name: 'google_sheets', kind: 'action', slug: 'add_row' } as const

test('lists show the Applets that sorting all of them gives', async () => {
  await assert(
    asyncProperty(array(someApplet, { minLength: 20, maxLength: 120 }), async (given) => {
      const world = await anAppletFixture()
      await manyApplets(world, given)
      expect(idsOf(await readStep(world.base, addRow))).toEqual(await mostUsed(world, ACTIONS[0] ?? '', SHOWN))
      for (const module_name of ['google_sheets', 'github', 'feeds'])
        expect(idsOf(await readService(world.base, module_name))).toEqual(
          await mostUsed(world, `${module_name}/%`, SHOWN),
        )
      expect(idsOf(await readHome(world.base))).toEqual(await mostUsed(world, '%', 12))
      expect(idsOf(await searchApplets(world.base, ''))).toEqual(await mostUsed(world, '%', 48))
    }),
    { numRuns: 10 },
  )
})

type Move = { kind: keyof typeof MOVES; applet: number; step: string }
const move = record({
  kind: constantFrom<Move['kind']>(
    'enable',
    'disable',
    'publish',
    'unpublish',
    'list',
    'take_down',
    'remove',
    'restore',
    'expire',
    'add',
    'drop',
    'swap',
  ),
  applet: nat(5),
  step: constantFrom(...TRIGGERS, ...ACTIONS),
})

type Turn = { world: AppletFixture; id: number; step: string }

/** All that changes a place in a list. */
const MOVES = {
  enable: ({ world, id }: Turn) => enableApplet(world.ctx, { id }),
  disable: ({ world, id }: Turn) => disableApplet(world.ctx, at({ id })),
  publish: async ({ world, id }: Turn) =>
    publishApplet(await world.base.as(world.author), at({ id }), textOf({ name: `Number ${id}` })),
  unpublish: async ({ world, id }: Turn) => unpublishApplet(await world.base.as(world.author), at({ id })),
  list: ({ world, id }: Turn) => world.db.update(applets).set({ unlisted_until: null }).where(eq(applets.id, id)),
  take_down: ({ world, id }: Turn) =>
    world.db.run(sql`update applets set taken_down = iif(taken_down is null, 'applet', null) where id = ${id}`),
  remove: async ({ world, id }: Turn) => deleteApplet(await world.base.as(world.author), at({ id })),
  restore: async ({ world, id }: Turn) => restoreApplet(await world.base.as(world.author), at({ id })),
  expire: async ({ world }: Turn) => {
    await world.db.run(sql`update subscriptions set status = case status when 'active' then 'unpaid' else 'active' end`)
    await pauseOverQuota(world.base, world.user.id)
  },
  add: ({ world, id, step }: Turn) =>
    world.db.run(sql`insert into applet_steps (applet_id, position, step_id)
      select ${id}, max(position) + 1, ${step} from applet_steps where applet_id = ${id}`),
  drop: ({ world, id, step }: Turn) =>
    world.db.delete(applet_steps).where(and(eq(applet_steps.applet_id, id), eq(applet_steps.step_id, step))),
  swap: ({ world, id, step }: Turn) =>
    world.db
      .update(applet_steps)
      .set({ step_id: step })
      .where(and(eq(applet_steps.applet_id, id), inArray(applet_steps.step_id, ACTIONS))),
}

test('each step lists its published Applets after any changes', async () => {
  await assert(
    asyncProperty(array(move, { minLength: 5, maxLength: 25 }), async (moves) => {
      const world = await anAppletFixture()
      await aSubscription(world.db, world.user, { tier: 'pro' })
      const { hook, notify } = world.steps
      const ids: number[] = []
      for (let n = 0; n < 6; n++)
        ids.push((await anApplet(world.db, world.author, [{ step: hook }, { step: notify }], unpublishedIf(n % 2))).id)
      for (const { kind, applet, step } of moves) {
        await MOVES[kind]({ world, id: ids[applet] ?? 0, step }).catch(() => 'refused')
        expect(
          await world.db.select().from(step_applets).orderBy(step_applets.applet_id, step_applets.step_id),
        ).toEqual(await told(world))
      }
    }),
    { numRuns: 10 },
  )
})

function unpublishedIf(odd: number) {
  return odd === 1 ? { published_at: null } : {}
}

function told({ db }: AppletFixture) {
  return db.all(sql`select distinct s.applet_id, s.step_id, a.enabled_count from applet_steps s
    join applets a on a.id = s.applet_id where ${LISTED}
    order by s.applet_id, s.step_id`)
}

test('a deleted Applet leaves no list behind', async () => {
  const world = await anAppletFixture()
  const [gone, stays] = await manyApplets(world, [{ steps: ACTIONS }, { steps: ACTIONS }])
  await world.db.delete(applets).where(eq(applets.id, gone ?? 0))
  expect((await world.db.select().from(step_applets)).map(({ applet_id }) => applet_id)).toEqual([stays, stays])
})
