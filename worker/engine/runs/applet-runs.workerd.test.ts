import { expect, test } from 'vitest'
import { disableApplet } from '../../applets/enable/disable-applet.ts'
import { anAppletFixture, at, enablementOf } from '../../applets/testing/stored-applet.fixture.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { call } from '../../testing/call-api.ts'
import { anApplet, anEnablement, aUser, signIn } from '../../testing/rows.ts'
import { roundTrips } from '../../testing/round-trips.ts'
import { checkNow, readAppletRuns, resolveHeld, resumeApplet, runMissed, testRun } from './applet-runs.ts'
import { listRuns } from './list-own-runs.ts'
import { pauseRuns } from './pause-runs.ts'
import { setRunSettings } from '../../applets/enable/set-run-settings.ts'
import { aUserWithRuns } from './user-with-runs.fixture.ts'

test("an Applet's health counts its runs and days", async () => {
  const { ctx, ref, ring, applet } = await aUserWithRuns()
  await ring('One')
  const { health, days } = await readAppletRuns(ctx, ref)
  expect(health).toMatchObject({ applet_id: applet.id, run_count: 1, open_runs: 0, held_runs: 0, paused: null })
  expect(health?.last_run).toBeGreaterThan(0)
  expect(days?.at(-1)).toMatchObject({ done: 1, failed: 0 })
  expect(await roundTrips(ctx, (counted) => readAppletRuns(counted, ref))).toBe(1)
})

test('without the Runner, settings are read and health is null', async () => {
  const { ctx, ref } = await aUserWithRuns()
  const away = { ...ctx, runners: { ...ctx.runners, get: () => ({}) as never } }
  expect(await readAppletRuns(away, ref)).toMatchObject({ health: null, days: null, settings: { keep_contents: true } })
  await expect(checkNow(away, ref)).rejects.toMatchObject({ code: 'runs_unavailable' })
})

test('the services that an operator stopped have their names', async () => {
  const { ctx, ref, runner } = await aUserWithRuns()
  const health = async (ids: number[]) =>
    (await runner.health(ids)).map((each) => ({ ...each, stopped_services: ['notifications'] }))
  const stopped = { ...ctx, runners: { ...ctx.runners, get: () => ({ health, days: async () => [] }) as never } }
  expect((await readAppletRuns(stopped, ref)).stopped_services).toEqual(['Notifications'])
})

test('a test event is a run of its own kind', async () => {
  const { ctx, ref, ended } = await aUserWithRuns()
  const { run } = await testRun(ctx, ref)
  expect(await ended(run)).toMatchObject({ cause: 'test' })
})

test('a Runner that was never told is told before it is asked', async () => {
  const { steps, author, db, user, ctx } = await anAppletFixture()
  const actions = [{ step: steps.hook }, { step: steps.notify, fields: { message: 'Rung' } }]
  const applet = await anApplet(db, author, actions, { enabled_count: 1 })
  await anEnablement(db, user, applet)
  const { run } = await testRun(ctx, at(applet))
  expect((await listRuns(ctx, {})).runs).toMatchObject([{ id: run, cause: 'test' }])
})

test('checking, resuming and held runs need the own, enabled Applet', async () => {
  const { base, db, ctx, ref } = await aUserWithRuns()
  await checkNow(ctx, ref)
  await resumeApplet(ctx, ref)
  expect(await resolveHeld(ctx, ref, 'drop')).toEqual({ runs: 0 })
  expect(await runMissed(ctx, ref)).toEqual({ runs: 0 })
  const other = await base.as(await aUser(db))
  await expect(readAppletRuns(other, ref)).rejects.toMatchObject({ code: 'not_found' })
  await expect(testRun(other, ref)).rejects.toMatchObject({ code: 'not_found' })
  await expect(readAppletRuns(base, ref)).rejects.toMatchObject({ code: 'not_signed_in' })
  await disableApplet(ctx, ref)
  await expect(checkNow(ctx, ref)).rejects.toMatchObject({ code: 'conflict' })
  expect(await readAppletRuns(ctx, ref)).toMatchObject({ settings: { min_gap: null } })
})

test('refuses more than twenty checks a minute', async () => {
  const { ctx, ref } = await aUserWithRuns()
  for (let n = 0; n < 20; n++) await checkNow(ctx, ref)
  await expect(checkNow(ctx, ref)).rejects.toMatchObject({ code: 'rate_limited' })
})

test('saves limits, quiet hours and contents, each on its own', async () => {
  const { ctx, ref, user, applet, db } = await aUserWithRuns()
  const quiet = { from: 1350, to: 420 }
  const all = { keep_contents: false, min_gap: 60, quiet, expect_every: 24 }
  expect(await setRunSettings(ctx, ref, all)).toEqual(all)
  expect(await setRunSettings(ctx, ref, { quiet: null })).toEqual({ ...all, quiet: null })
  expect(await enablementOf({ db }, user, applet)).toMatchObject({
    keep_contents: false,
    min_gap: 60,
    quiet_from: null,
  })
})

test("without kept contents, an ended run shows none and can't be replayed", async () => {
  const { ctx, ref, ring } = await aUserWithRuns()
  await setRunSettings(ctx, ref, { keep_contents: false })
  await ctx.settled()
  const run = await ring('Secret words')
  expect(run).toMatchObject({ state: 'done', can_replay: false })
  expect(JSON.stringify(run)).not.toContain('Secret words')
})

test('pauses everything for up to a year', async () => {
  const { ctx, ref } = await aUserWithRuns()
  const until = ctx.now() + DAY
  expect(await pauseRuns(ctx, { until })).toEqual({ paused_until: until })
  expect(await readAppletRuns(ctx, ref)).toMatchObject({ paused_until: until })
  expect(await pauseRuns(ctx, { until: ctx.now() - 1 })).toEqual({ paused_until: null })
  await expect(pauseRuns(ctx, { until: until + 400 * DAY })).rejects.toMatchObject({ code: 'invalid_input' })
})

test('the calls take only what they know', async () => {
  const { db, user, ring, applet } = await aUserWithRuns()
  const { id } = await ring('')
  const { token: session } = await signIn(db, user, Date.now())
  const ask = async (method: string, path: string, body?: unknown) =>
    (await call(method, path, { session, ...(body !== undefined && { body }) })).status
  expect(await ask('GET', `/api/runs?applet_id=${applet.id}&filter=failed&q=x`)).toBe(200)
  expect(await ask('GET', `/api/runs/${id}`)).toBe(200)
  expect(await ask('GET', '/api/runs/days')).toBe(200)
  expect(await ask('GET', '/api/runs?filter=everything')).toBe(422)
  expect(await ask('GET', '/api/runs/unknown')).toBe(404)
  expect(await ask('POST', `/api/runs/${id}/replay`, { as_it_was: true })).toBe(200)
  expect(await ask('POST', `/api/runs/${id}/resolve`, { position: 1, answer: 'maybe' })).toBe(422)
  expect(await ask('PATCH', `/api/applets/${applet.id}/run_settings`, {})).toBe(422)
  expect(await ask('PATCH', `/api/applets/${applet.id}/run_settings`, { min_gap: 0 })).toBe(422)
  expect(await ask('GET', `/api/applets/${applet.id}/health`)).toBe(200)
})
