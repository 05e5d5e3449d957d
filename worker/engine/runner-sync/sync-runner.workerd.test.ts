import { compileFilter } from '../filter/check/compile-filter.ts'
import { env } from 'cloudflare:test'
import { and, eq, sql } from 'drizzle-orm'
import { stepsOfKind } from '../../contract/applets/step-list.ts'
import { expect, test } from 'vitest'
import { disableApplet } from '../../applets/enable/disable-applet.ts'
import { enableApplet } from '../../applets/enable/enable-applet.ts'
import { saveApplet } from '../../applets/enable/save-applet.ts'
import { publishApplet } from '../../applets/publish/publish-applet.ts'
import {
  aHub,
  aPlainApplet,
  anAppletWithServices,
  at,
  textOf,
  anAppletFixture,
} from '../../applets/testing/stored-applet.fixture.ts'
import type { Ctx } from '../../system/context/context.ts'
import { users } from '../../db/schema/accounts.ts'
import { changeDocument, makeDocuments, withWait } from '../../db/applets/catalog-documents.ts'
import { enablements } from '../../db/schema/applets.ts'
import { runners, trigger_identities } from '../../db/schema/runners.ts'
import type { RunnerSnapshot } from '../../system/runner-api/program.ts'
import type { RunnerApi } from '../../system/runner-api/runner-api.ts'
import { connect } from '../../system/d1/client.ts'
import { crashingIo, type Io } from '../../testing/crashing-io.ts'
import { aConnectedAccount, anApplet, anEnablement, aSubscription, aUser } from '../../testing/rows.ts'
import { roundTrips } from '../../testing/round-trips.ts'
import { deferSync, syncRunner } from './sync-runner.ts'
import { stopRuns } from './stop-runs.ts'
import { sweepRunners } from './sweep-runners.ts'
import { readSnapshot } from './read-snapshot.ts'
import { eventually } from '../../testing/eventually.ts'

async function runnerOf({ db }: Ctx, user: { id: string }) {
  const [row] = await db.select().from(runners).where(eq(runners.user_id, user.id))
  return row
}

/** The same Ctx, whose Runners cannot be reached. */
function away<C extends Ctx>(ctx: C): C {
  const runner = new Proxy(Object.create(null), { get: () => () => Promise.reject(new Error('The Runner is away.')) })
  return { ...ctx, runners: { ...ctx.runners, get: () => runner } }
}

/** A user with an enabled Applet whose Runner knows nothing yet. */
async function anUntoldRunner() {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world)
  await anEnablement(world.db, world.user, applet)
  return { world, applet, ctx: world.base, user: world.user }
}

test('a sync makes the Runner and says what it has applied', async () => {
  const { ctx, user } = await anUntoldRunner()
  await syncRunner(ctx, user.id)
  const row = await runnerOf(ctx, user)
  expect(row?.applied).toBe(row?.wanted)
  expect(row?.runner_id).toMatch(/^[0-9a-f]{64}$/)
  await Promise.all([syncRunner(ctx, user.id), syncRunner(ctx, user.id)])
  expect((await runnerOf(ctx, user))?.runner_id).toBe(row?.runner_id)
})

test('the minute makes up for a sync that failed', async () => {
  const { ctx, user } = await anUntoldRunner()
  deferSync(away(ctx), user.id)
  await ctx.settled()
  expect(await runnerOf(ctx, user)).toMatchObject({ applied: 0 })
  expect(await sweepRunners(ctx)).toMatchObject({ synced: 1, woken: 0 })
  const row = await runnerOf(ctx, user)
  expect(row?.applied).toBe(row?.wanted)
  expect(await sweepRunners(ctx)).toMatchObject({ synced: 0, woken: 0 })
})

test('a user whose Runner is away never stops the others', async () => {
  const { world, ctx, applet, user } = await anUntoldRunner()
  const [second, third] = [await aUser(world.db), await aUser(world.db)]
  for (const each of [second, third]) await anEnablement(world.db, each, applet)
  await syncRunner(ctx, second.id)
  const stuck = (await runnerOf(ctx, second))?.runner_id ?? ''
  await world.db.update(runners).set({ applied: 0 }).where(eq(runners.user_id, second.id))
  const real = ctx.runners
  const partly = {
    ...ctx,
    runners: { ...real, get: (id: string) => (id === stuck ? away(ctx).runners.get(id) : real.get(id)) },
  }
  expect(await sweepRunners(partly)).toMatchObject({ synced: 2, woken: 0 })
  for (const each of [user, third]) expect((await runnerOf(ctx, each))?.applied).toBeGreaterThan(0)
  expect(await sweepRunners(ctx)).toMatchObject({ synced: 0, woken: 0 })
  ctx.advance(5 * 60_000)
  expect(await sweepRunners(ctx)).toMatchObject({ synced: 1, woken: 0 })
})

test('the minute wakes a Runner whose alarm is late', async () => {
  const { ctx, user } = await anUntoldRunner()
  await syncRunner(ctx, user.id)
  const late = (ms: number) => ctx.db.update(runners).set({ wake_by: ctx.now() - ms })
  await late(60_000)
  expect(await sweepRunners(ctx)).toMatchObject({ synced: 0, woken: 0 })
  await late(121_000)
  expect(await sweepRunners(ctx)).toMatchObject({ synced: 0, woken: 1 })
  expect((await runnerOf(ctx, user))?.wake_by).not.toBe(ctx.now() - 121_000)
})

test.each(['unheard', 'unanswered'] as const)('a sync is made up for whichever call goes %s', async (kind) => {
  const { ctx, user } = await anUntoldRunner()
  for (let call = 1, failed = true; failed; call++) {
    await ctx.db.update(runners).set({ wanted: sql`${runners.wanted} + 1` })
    const io = crashingIo()
    const get = (id: string) => asking(ctx.runners.get(id), io)
    const broken = { ...ctx, db: connect(io.database(env.DB)), runners: { ...ctx.runners, get } }
    io.failOnce(call, kind)
    failed = await syncRunner(broken, user.id).then(
      () => false,
      () => true,
    )
    await sweepRunners(ctx)
    const row = await runnerOf(ctx, user)
    expect([call, row?.applied]).toEqual([call, row?.wanted])
  }
})

/** The Runner with its `sync` behind the failing network. */
function asking(runner: RunnerApi, io: Io): RunnerApi {
  return { ...runner, sync: (snapshot) => io.through(() => runner.sync(snapshot)) }
}

test('a Runner that is up to date costs one round trip', async () => {
  const { ctx, user } = await anUntoldRunner()
  await syncRunner(ctx, user.id)
  expect(await roundTrips(ctx, (counted) => syncRunner(counted, user.id))).toBe(1)
})

test('turning an Applet off cancels what waits', async () => {
  const world = await anAppletFixture()
  const { hook, notify } = world.steps
  const steps = [{ step: hook }, { step: notify, fields: { message: 'Later' } }]
  const applet = await anApplet(world.db, world.author, steps, { actions_delay: 3600 })
  await enableApplet(world.ctx, { id: applet.id })
  await world.base.settled()
  const runner = world.base.runners.get((await runnerOf(world.base, world.user))?.runner_id ?? '')
  await runner.testRun(applet.id)
  const states = async () => (await runner.listRuns({ limit: 5 })).runs.map(({ state }) => state)
  await eventually(async () => expect(await states()).toEqual(['waiting']))
  expect(await disableApplet(world.ctx, at(applet))).toMatchObject({ stopped: true })
  expect(await states()).toEqual(['cancelled'])
})

test('stopping waits for the Runner, and says so if it is away', async () => {
  const { ctx, user, applet } = await anUntoldRunner()
  expect(await stopRuns(away(ctx), user.id, [applet.id])).toBe(false)
  expect(await stopRuns(ctx, user.id, [applet.id])).toBe(true)
})

test('a deleted account has no Runner', async () => {
  const { ctx, user } = await anUntoldRunner()
  await ctx.db.update(runners).set({ deleted_at: 1 }).where(eq(runners.user_id, user.id))
  expect(await syncRunner(ctx, user.id)).toBeNull()
  expect(await sweepRunners(ctx)).toMatchObject({ synced: 0, woken: 0 })
})

async function snapshotOf(ctx: Ctx, user: { id: string }): Promise<RunnerSnapshot> {
  const read = await readSnapshot(ctx, user.id)
  if (!read) throw new Error('There is no snapshot.')
  return read.snapshot
}

test('a snapshot has what the Runner needs, and its wanted', async () => {
  const world = await anAppletFixture()
  const { db, user, base: ctx } = world
  const applet = await anAppletWithServices(world, { name: 'Stars' })
  const account = await aConnectedAccount(db, user, 'github')
  await aSubscription(db, user, { tier: 'pro', card_authenticated: true })
  await db
    .update(users)
    .set({ timezone: 'Europe/Berlin', runs_paused_until: 5, maker_key_hash: 'm' })
    .where(eq(users.id, user.id))
  await anEnablement(db, user, applet, { push_enabled: true, quiet_from: 60, quiet_to: 120, min_gap: 9, enabled_at: 7 })
  const paused = await aPlainApplet(world)
  await anEnablement(db, user, paused, { status: 'disabled', paused_at: 1 })
  await anEnablement(db, user, await aPlainApplet(world), { status: 'disabled' })
  const snapshot = await snapshotOf(ctx, user)
  expect(snapshot).toMatchObject({
    user_id: user.id,
    wanted: (await runnerOf(ctx, user))?.wanted,
    timezone: 'Europe/Berlin',
    subscriptions: [{ tier: 'pro', status: 'active' }],
    accounts: [{ id: account.id, module_name: 'github', status: 'connected' }],
    maker_key_hash: 'm',
    paused_until: 5,
  })
  expect(snapshot.programs.map(({ applet_id, running }) => [applet_id, running])).toEqual([
    [applet.id, true],
    [paused.id, false],
  ])
  expect(snapshot.programs[0]).toMatchObject({
    name: 'Stars',
    version: 1,
    enabled_at: 7,
    notify_runs: true,
    min_gap: 9,
    quiet: { from: 60, to: 120 },
    branches: [
      {
        feature: null,
        trigger: { module_name: 'github', slug: 'new_starred_repository', account_id: account.id },
        steps: [{ kind: 'action', module_name: 'google_sheets', fields: { sheet: 'S1', note: '' }, account_id: null }],
      },
    ],
  })
})

test('a feature that is switched off has no branch', async () => {
  const world = await anAppletFixture()
  const hub = await aHub(world)
  const { hook, notify } = world.steps
  const [doc] = await makeDocuments(world.db, { compileFilter }, [
    {
      steps: [
        { step: hook, feature: 'presence' },
        { step: hook, feature: 'lights' },
        { step: notify, feature: 'lights' },
      ],
    },
  ])
  await changeDocument(world.db, hub, ({ features }) => ({ steps: [], plan: null, ...doc, features }))
  await enableApplet(world.ctx, { id: hub.id })
  const features = async () =>
    (await snapshotOf(world.base, world.user)).programs[0]?.branches.map(({ feature }) => feature)
  expect(await features()).toEqual(['presence', 'lights'])
  await world.db.run("update live_configurations set disabled = 1 where slug = 'lights'")
  expect(await features()).toEqual(['presence'])
})

test("an author's Save moves only their own enablement", async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world, { published_at: null })
  const author = await world.base.as(world.author)
  await enableApplet(author, { id: applet.id })
  await anEnablement(world.db, world.user, applet)
  const version = async (user: { id: string }) => {
    const mine = and(eq(enablements.user_id, user.id), eq(enablements.applet_id, applet.id))
    return (await world.db.select().from(enablements).where(mine).get())?.version
  }
  await publishApplet(author, at(applet), textOf(applet))
  expect([await version(world.author), await version(world.user)]).toEqual([1, 1])
  await changeDocument(world.db, applet, withWait(60))
  await saveApplet(author, at(applet), { rev: 2 })
  expect([await version(world.author), await version(world.user)]).toEqual([2, 1])
  const waits = async (user: { id: string }) => {
    const { programs } = await snapshotOf(world.base, user)
    return stepsOfKind(programs[0]?.branches[0]?.steps ?? [], 'wait')[0]?.seconds ?? 0
  }
  expect([await waits(world.author), await waits(world.user)]).toEqual([60, 0])
  await saveApplet(world.ctx, at(applet), { rev: 2 })
  expect(await version(world.user)).toBe(2)
})

test('a version has its filter compiled', async () => {
  const world = await anAppletFixture()
  const good = await aPlainApplet(world, { filter_code: 'if (Meta.currentUserTime.hour() < 8) Trigger.skip()' })
  const bad = await aPlainApplet(world, { filter_code: 'while (' })
  for (const applet of [good, bad]) await anEnablement(world.db, world.user, applet)
  const { programs } = await snapshotOf(world.base, world.user)
  expect(
    programs.map(({ branches }) => branches.map(({ steps }) => stepsOfKind(steps, 'filter')[0]?.compiled.version)),
  ).toEqual([[2], []])
})

test('D1 knows the identities of what is polled', async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithServices(world)
  const account = await aConnectedAccount(world.db, world.user, 'github')
  await anEnablement(world.db, world.user, applet)
  await syncRunner(world.base, world.user.id)
  const known = () => world.db.select().from(trigger_identities)
  expect(await known()).toEqual([
    {
      identity: expect.stringMatching(/^[0-9a-f]{64}$/),
      user_id: world.user.id,
      module_name: 'github',
      account_id: account.id,
      hinted_at: null,
    },
  ])
  await world.db.update(enablements).set({ status: 'disabled' })
  await syncRunner(world.base, world.user.id)
  expect(await known()).toEqual([])
})
