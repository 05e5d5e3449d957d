import { expect, test } from 'vitest'
import { listMyApplets } from '../../applets/browse/list-my-applets.ts'
import { enableApplet } from '../../applets/enable/enable-applet.ts'
import { setNotifications } from '../../applets/enable/set-notifications.ts'
import { readApplet, readForEditing, readViewer } from '../../applets/read/read-applet.ts'
import { aPlainApplet } from '../../applets/testing/stored-applet.fixture.ts'
import { enablements } from '../../db/schema/applets.ts'
import { syncRunner } from '../runner-sync/sync-runner.ts'
import { anEnablement, aUser } from '../../testing/rows.ts'
import { roundTrips } from '../../testing/round-trips.ts'
import { readAppletRuns, testRun } from './applet-runs.ts'
import { aUserWithRuns } from './user-with-runs.fixture.ts'

// §3-43
test('every answer counts a run at once, as the page does', async () => {
  const world = await aUserWithRuns()
  const { ctx, ref, ring, applet } = world
  await ring('One')
  await ring('Two')
  // D1's copy may be late.
  await world.db.update(enablements).set({ run_count: 0, last_run: null })
  const { health } = await readAppletRuns(ctx, ref)
  const counts = { run_count: 2, last_run: health?.last_run }
  expect(health).toMatchObject(counts)
  expect((await readApplet(ctx, ref)).applet).toMatchObject(counts)
  expect((await readViewer(ctx, ref)).viewer).toMatchObject(counts)
  expect((await readForEditing(ctx, ref)).viewer).toMatchObject(counts)
  expect(await setNotifications(ctx, ref, { pushEnabled: true })).toMatchObject(counts)
  expect((await listMyApplets(ctx)).applets).toMatchObject([{ id: applet.id, ...counts }])
  expect(await roundTrips(ctx, (counted) => readViewer(counted, ref))).toBe(1)
})

test("a user's answers count their own runs alone", async () => {
  const { base, db, ctx, ref, ring } = await aUserWithRuns()
  const other = await aUser(db)
  const theirs = await base.as(other)
  await enableApplet(theirs, { id: ref.id ?? 0 })
  await syncRunner(theirs, other.id, { again: true })
  await ring('One')
  expect((await readViewer(ctx, ref)).viewer).toMatchObject({ run_count: 1 })
  expect((await readViewer(theirs, ref)).viewer).toMatchObject({ run_count: 0, last_run: null })
  expect((await listMyApplets(theirs)).applets).toMatchObject([{ run_count: 0 }])
})

test('lists are ordered by what ran just now', async () => {
  const { ctx, db, user, ring, applet, ...world } = await aUserWithRuns()
  const other = await aPlainApplet({ ...world, ctx, db, user })
  await anEnablement(db, user, other, { run_count: 1, last_run: 1 })
  await ring('One')
  await ring('Two')
  for (const sort of ['runs', 'last_run'] as const) {
    const { applets } = await listMyApplets(ctx, { q: '', sort })
    expect(applets.map(({ id }) => id)).toEqual([applet.id, other.id])
  }
})

test("D1's copies serve while the Runner is away", async () => {
  const { ctx, ref, ring } = await aUserWithRuns()
  await ring('One')
  const away = { ...ctx, runners: { ...ctx.runners, get: () => ({}) as never } }
  expect((await readViewer(away, ref)).viewer).toMatchObject({ run_count: 0, last_run: null })
  expect((await listMyApplets(away, { q: '', sort: 'runs' })).applets).toMatchObject([{ run_count: 0 }])
})

test("a test event is the Applet's last event", async () => {
  const { ctx, ref, ended } = await aUserWithRuns()
  await ended((await testRun(ctx, ref)).run)
  const { health } = await readAppletRuns(ctx, ref)
  expect(health?.last_run).toBeGreaterThan(0)
  expect(health?.last_event).toBe(health?.last_run)
})
