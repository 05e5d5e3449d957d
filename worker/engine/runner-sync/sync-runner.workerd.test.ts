import { env } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import { stepsOfKind } from '../../contract/applets/step-list.ts'
import { expect, test } from 'vitest'
import { aPlainApplet, anAppletWithServices, anAppletFixture } from '../../applets/testing/stored-applet.fixture.ts'
import type { Ctx } from '../../system/context/context.ts'
import { users } from '../../db/schema/accounts.ts'
import { runners } from '../../db/schema/runners.ts'
import type { RunnerSnapshot } from '../../system/runner-api/program.ts'
import type { RunnerApi } from '../../system/runner-api/runner-api.ts'
import { connect } from '../../system/d1/client.ts'
import { crashingIo, type Io } from '../../testing/crashing-io.ts'
import { aConnectedAccount, anEnablement, aSubscription, aUser } from '../../testing/rows.ts'
import { roundTrips } from '../../testing/round-trips.ts'
import { deferSync, syncRunner } from './sync-runner.ts'
import { stopRuns } from './stop-runs.ts'
import { sweepRunners } from './sweep-runners.ts'
import { readSnapshot } from './read-snapshot.ts'

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
