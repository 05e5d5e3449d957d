import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { disableApplet } from '../../applets/enable/disable-applet.ts'
import { enableApplet } from '../../applets/enable/enable-applet.ts'
import { syncRunner } from '../../engine/runner-sync/sync-runner.ts'
import { eventually } from '../../testing/eventually.ts'
import { anApplet, aUser } from '../../testing/rows.ts'
import type { Misbehavior } from '../../../dev/stand-ins/doubles/ifttt-service/ramshackle.ts'
import { aRamshackleFixture } from './testing/ramshackle.fixture.ts'

afterEach(() => void vi.useRealTimers())

const KNOCK = { step: { id: 'ramshackle/triggers/knock' } }
const SHOUT = { step: { id: 'ramshackle/actions/shout' }, fields: { text: '{{Door}}' } }

async function running(how: Misbehavior) {
  const world = await aRamshackleFixture(how)
  const { ctx, user, ramshackle } = world
  const applet = await anApplet(ctx.db, await aUser(ctx.db), [KNOCK, SHOUT])
  await enableApplet(ctx, { id: applet.id })
  await ctx.settled()
  const runner = await syncRunner(ctx, user.id, { again: true })
  if (!runner) throw new Error('No Runner')
  // Other files run in this workerd: nothing goes on polling.
  onTestFinished(async () => {
    await disableApplet(ctx, { id: applet.id, friendly_id: null })
    await ctx.settled()
  })
  const polls = () => ramshackle.calls.filter(({ path }) => path.endsWith('/triggers/knock')).length
  const health = async () => (await runner.health([applet.id]))[0]
  await eventually(async () => expect((await health())?.last_checked).not.toBeNull())
  /** The service is asked again, ten seconds later. */
  const again = async () => {
    const before = polls()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
    await runner.pollNow({ applet_id: applet.id })
    await eventually(() => expect(polls()).toBe(before + 1))
    await eventually(async () => expect((await health())?.last_checked).toBeGreaterThan(Date.now() - 5000))
  }
  return { ...world, runner, health, again }
}

test.each(['gives new ids at every poll', 'gives a single old item a new id at every poll'] as const)(
  'a service that %s is braked, and named',
  async (how) => {
    const { health, again } = await running(how)
    await again()
    await again()
    expect(await health()).toMatchObject({ note: null })
    await again()
    const note = 'This service gives its items new ids at every check, so we check it every 30 minutes only.'
    expect(await health()).toMatchObject({ note })
    const { next_check = 0, last_checked = 0 } = (await health()) ?? {}
    expect((next_check ?? 0) - (last_checked ?? 0)).toBeGreaterThanOrEqual(29 * 60_000)
  },
)

test('an answer without a list is shown, and nothing is lost', async () => {
  const { ramshackle, runner, health, again } = await running('answers errors as text')
  ramshackle.misbehaves.clear()
  await again()
  ramshackle.misbehaves.add('answers data that is not a list')
  await again()
  const note = 'Ramshackle sent an answer whose “data” is not a list of items.'
  expect(await health()).toMatchObject({ note })
  ramshackle.misbehaves.clear()
  ramshackle.knock()
  await again()
  await eventually(async () => expect((await runner.listRuns({ limit: 5 })).runs).toMatchObject([{ state: 'done' }]))
})
