import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listActivity, listAppletActivity } from '../activity/list-activity.ts'
import type { ActivityEntry } from '../../contract/activity/activity-entry.ts'
import { ACTIVITY_SEARCH_MAX } from '../../contract/limits.ts'
import { enablements } from '../../db/schema/applets.ts'
import { step_ingredients } from '../../db/schema/connections.ts'
import { roundTrips } from '../../testing/round-trips.ts'
import { aUser } from '../../testing/rows.ts'
import { cancelRun, replayAll, replayRun, resolveRun, runAgain } from './change-runs.ts'
import { listRuns, readRunDays } from './list-own-runs.ts'
import { readOwnRun } from './read-own-run.ts'
import { aUserWithRuns } from './user-with-runs.fixture.ts'

const titlesOf = (entries: ActivityEntry[]) =>
  entries.map((entry) => (entry.category === 'run' ? entry.state : entry.kind))

test('runs and changes are one list, filtered by kind and words', async () => {
  const { ctx, ring, ref } = await aUserWithRuns()
  const { id } = await ring('The bell rang')
  const all = await listActivity(ctx, {})
  expect(titlesOf(all.entries)).toEqual(['done', 'enabled'])
  expect(all.entries[0]).toMatchObject({
    id,
    category: 'run',
    applet: { name: 'Door bell', path: '/applets/door-bell' },
  })
  expect(titlesOf((await listActivity(ctx, { kind: 'runs' })).entries)).toEqual(['done'])
  expect(titlesOf((await listActivity(ctx, { kind: 'changes' })).entries)).toEqual(['enabled'])
  expect(titlesOf((await listActivity(ctx, { kind: 'runs', outcome: 'failed' })).entries)).toEqual([])
  expect(titlesOf((await listActivity(ctx, { q: 'bell rang' })).entries)).toContain('done')
  expect(titlesOf((await listActivity(ctx, { q: 'enabled' })).entries)).toEqual(['enabled'])
  expect(titlesOf((await listAppletActivity(ctx, ref, {})).entries)).toEqual(['done', 'enabled'])
})

test('pages of runs and changes have no gaps and nothing twice', async () => {
  const { ctx, runner, ring } = await aUserWithRuns()
  for (let n = 0; n < 5; n++) await ring(`Number ${n}`)
  const { next, entries } = await listActivity(ctx, {})
  expect([next, entries.length]).toEqual([null, 6])
  const last = entries.at(2)
  const before = `${last?.created_at}.${last?.id}.${last?.id}`
  await runner.runAgain(entries[0]?.id ?? '')
  const older = await listActivity(ctx, { before })
  expect(older.entries.map(({ id }) => id)).toEqual(entries.slice(3).map(({ id }) => id))
})

test("a run names its trigger's values as the builder does", async () => {
  const { ctx, db, ring, steps } = await aUserWithRuns()
  const value = {
    step_id: steps.hook.id,
    slug: 'Value1',
    position: 0,
    name: 'Value 1',
    type: 'text',
    example: '',
  } as const
  await db.insert(step_ingredients).values(value)
  const { id } = await ring('The bell rang')
  const run = await readOwnRun(ctx, id)
  expect(run.event.ingredients.map(({ name }) => name)).toEqual(['Value 1', 'Body'])
})

test('lists runs with names in one round trip to D1', async () => {
  const { ctx, ring } = await aUserWithRuns()
  await ring('The bell rang')
  const trips = await roundTrips(ctx, async (counted) => {
    const { runs } = await listRuns(counted, {})
    expect(runs.map(({ applet }) => applet?.name)).toEqual(['Door bell'])
  })
  expect(trips).toBe(1)
})

test('names an Applet whose enablement is gone', async () => {
  const { ctx, db, ring, applet } = await aUserWithRuns()
  await ring('The bell rang')
  await db.delete(enablements).where(eq(enablements.applet_id, applet.id))
  const { runs } = await listRuns(ctx, {})
  expect(runs.map((run) => run.applet?.name)).toEqual(['Door bell'])
})

test('with the Runner away, changes are shown and said so', async () => {
  const { ctx } = await aUserWithRuns()
  const runners = { ...ctx.runners, get: () => ({ listRuns: () => Promise.reject(new Error('away')) }) as never }
  const away = { ...ctx, runners }
  expect(await listActivity(away, {})).toMatchObject({ runs_unavailable: true, entries: [{ kind: 'enabled' }] })
  await expect(listRuns(away, {})).rejects.toMatchObject({ code: 'runs_unavailable' })
})

test('a run opens with its event and named steps', async () => {
  const { ctx, ring } = await aUserWithRuns()
  const { id } = await ring('The bell rang')
  const run = await readOwnRun(ctx, id)
  expect(run).toMatchObject({ state: 'done', applet: { name: 'Door bell' }, event: { kind: 'json' } })
  expect(run.steps).toMatchObject([
    { kind: 'trigger', name: 'web_request', service: { name: 'Webhooks' } },
    { kind: 'action', name: 'send', service: { name: 'Notifications' }, state: 'done' },
  ])
  expect(run.steps[1]?.input).toContainEqual({ label: 'message', value: 'The bell rang' })
})

test("nobody reads or changes another user's runs", async () => {
  const { base, db, ring } = await aUserWithRuns()
  const { id } = await ring('Private')
  const other = await base.as(await aUser(db))
  expect((await listRuns(other, {})).runs).toEqual([])
  const resolve = { position: 1, answer: 'it_did' } as const
  for (const attempt of [
    readOwnRun(other, id),
    replayRun(other, id, { as_it_was: false }),
    runAgain(other, id),
    cancelRun(other, id),
    resolveRun(other, id, resolve),
  ])
    await expect(attempt).rejects.toMatchObject({ code: 'not_found' })
  expect(await replayAll(other, { q: '', as_it_was: false })).toEqual({ runs: 0 })
  await expect(listRuns(base, {})).rejects.toMatchObject({ code: 'not_signed_in' })
})

test('a failed run is replayed, a done one is not', async () => {
  const { ctx, ring, ended } = await aUserWithRuns()
  const failed = await ring('')
  expect(failed).toMatchObject({ state: 'failed', can_replay: true })
  expect(await replayRun(ctx, failed.id, { as_it_was: false })).toEqual({ runs: 1 })
  await ended(failed.id)
  expect(await replayAll(ctx, { filter: 'failed', q: '', as_it_was: false })).toEqual({ runs: 1 })
  await ended(failed.id)
  const done = await ring('Fine')
  await expect(replayRun(ctx, done.id, { as_it_was: false })).rejects.toMatchObject({ code: 'conflict' })
  await expect(cancelRun(ctx, done.id)).rejects.toMatchObject({ code: 'conflict' })
})

test('run again from the start is a new run of the event', async () => {
  const { ctx, ring, ended } = await aUserWithRuns()
  const { id } = await ring('Once more')
  const { run } = await runAgain(ctx, id)
  expect(run).not.toBe(id)
  expect(await ended(run)).toMatchObject({ state: 'done', cause: 'again' })
})

test('lists runs of one Applet, newest first, with days by outcome', async () => {
  const { ctx, ring, applet } = await aUserWithRuns()
  const [first, second] = [await ring('One'), await ring('')]
  const { runs, next } = await listRuns(ctx, { applet_id: applet.id })
  expect([runs.map(({ id }) => id), next]).toEqual([[second.id, first.id], null])
  expect((await listRuns(ctx, { applet_id: 999 })).runs).toEqual([])
  expect((await listRuns(ctx, { filter: 'failed' })).runs).toMatchObject([
    { id: second.id, applet: { name: 'Door bell' } },
  ])
  expect((await readRunDays(ctx, applet.id)).days.at(-1)).toMatchObject({ done: 1, failed: 1 })
})

test('a search takes as many characters as its field', async () => {
  const { ctx, ring } = await aUserWithRuns()
  const words = 'a'.repeat(ACTIVITY_SEARCH_MAX)
  await ring(`Here it is: ${words}`)
  expect((await listRuns(ctx, { text: words })).runs).toHaveLength(1)
  expect((await listRuns(ctx, { text: '100%_' })).runs).toEqual([])
  expect((await listRuns(ctx, { text: 'DOOR' })).runs).toHaveLength(1)
})
