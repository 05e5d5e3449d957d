import { afterEach, expect, test, vi } from 'vitest'
import { disableApplet } from '../../applets/enable/disable-applet.ts'
import { enableApplet } from '../../applets/enable/enable-applet.ts'
import { saveApplet } from '../../applets/enable/save-applet.ts'
import { applets } from '../../db/schema/applets.ts'
import { eventually } from '../../testing/eventually.ts'
import { at } from '../../applets/testing/stored-applet.fixture.ts'
import { pollNow, queuePolls } from '../../engine/hooks/poll-now.ts'
import { syncRunner } from '../../engine/runner-sync/sync-runner.ts'
import { changeDocument } from '../../db/applets/catalog-documents.ts'
import { anApplet, aUser } from '../../testing/rows.ts'
import { aLarderFixture, fetchLarder } from './testing/larder.fixture.ts'

afterEach(() => void vi.useRealTimers())

const RUNS_LOW = { id: 'larder/triggers/runs_low' }
const ADD = { step: { id: 'larder/actions/add_to_list' }, fields: { item: '{{Item}}', amount: '2' } }

/** An Applet from Larder to Larder that its user has turned on; its Runner has asked once. */
async function running() {
  const world = await aLarderFixture()
  const { ctx, user, larder, connect } = world
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => fetchLarder(larder, new Request(input, init)))
  await connect()
  const fields = { shelf: 'spices', below: '3' }
  const applet = await anApplet(ctx.db, await aUser(ctx.db), [{ step: RUNS_LOW, fields }, ADD])
  await enableApplet(ctx, { id: applet.id })
  await ctx.settled()
  const runner = await syncRunner(ctx, user.id, { again: true })
  if (!runner) throw new Error('No Runner')
  await eventually(async () =>
    expect(await runner.health([applet.id])).toMatchObject([{ last_checked: expect.any(Number) }]),
  )
  return { ...world, applet, runner }
}

test('an Applet goes from trigger to action, told in real time', async () => {
  const { ctx, larder, runner } = await running()
  const { list } = larder.state.kitchens['larder-ada']
  larder.tellAt(async ({ data }, headers) => {
    await queuePolls(ctx, [headers['ifttt-service-key']], { data })
    return new Response('{}')
  })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
  await larder.runsLow('larder-ada', { item: 'Salt', shelf: 'spices', left: 1 })
  expect(larder.told).toEqual([200])
  for (const job of ctx.jobs.splice(0)) if (job.kind === 'poll_now') await pollNow(ctx, job)
  await eventually(() => expect(list).toEqual([{ item: 'Salt', amount: 2 }]))
  await eventually(async () => expect((await runner.listRuns({ limit: 5 })).runs).toMatchObject([{ state: 'done' }]))
  expect(larder.state.calls.filter(({ status }) => status >= 400)).toEqual([])
})

test('turning the Applet off leaves its trigger at the service', async () => {
  const { ctx, user, larder, applet } = await running()
  expect(Object.keys(larder.state.identities)).toHaveLength(1)
  await disableApplet(ctx, at(applet))
  await ctx.settled()
  await syncRunner(ctx, user.id, { again: true })
  await eventually(() => expect(larder.state.identities).toEqual({}))
})

test('a deleted account leaves its triggers at the service', async () => {
  const { larder, runner } = await running()
  await runner.forget()
  expect(larder.state.identities).toEqual({})
  const left = larder.state.calls.filter(({ method }) => method === 'DELETE')
  expect(left).toMatchObject([{ status: 204 }])
})

test('values that the service refuses are not saved, in its words', async () => {
  const { ctx, connect, larder } = await aLarderFixture()
  await connect()
  const applet = await anApplet(ctx.db, await aUser(ctx.db), [{ step: RUNS_LOW, fields: { shelf: 'spices' } }, ADD])
  const save = (below: string) => saveApplet(ctx, at(applet), { fields: { '0.below': below } })
  const refused = (message: string) => ({
    code: 'invalid_input',
    detail: { errors: [{ attribute: '0.below', message }] },
  })
  await expect(save('0')).rejects.toMatchObject(refused('Choose a number above 0.'))
  // Together with what its author filled in.
  await expect(save('11')).rejects.toMatchObject(refused('A shelf of spices never holds more than 10.'))
  expect(await save('3')).toMatchObject({ status: 'enabled_for_user' })
  larder.oauth.state.grants.length = 0
  expect(await save('-5')).toMatchObject({ status: 'enabled_for_user' })
})

test('values are checked with what their user has, not with private ones', async () => {
  const { ctx, connect } = await aLarderFixture()
  await connect()
  const applet = await anApplet(ctx.db, await aUser(ctx.db), [{ step: RUNS_LOW, fields: { shelf: 'flour' } }, ADD])
  const save = (below: string) => saveApplet(ctx, at(applet), { fields: { '0.below': below } })
  expect(await save('3')).toMatchObject({ status: 'enabled_for_user' })
  await ctx.db.update(applets).set({ published_at: null })
  await changeDocument(ctx.db, applet, (doc) => ({
    ...doc,
    steps: doc.steps.map((step) => (step.kind === 'trigger' ? { ...step, fields: { shelf: 'spices' } } : step)),
  }))
  expect(await save('11')).toMatchObject({ status: 'enabled_for_user' })
})
