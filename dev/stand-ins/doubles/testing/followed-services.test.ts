import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../../../worker/contract/shared/durations.ts'
import { guardedOutcome } from '../../../../worker/system/outbound/guarded-outcome.ts'
import { findService } from '../../../../worker/services/known-services.ts'
import { openContext } from '../../services/data/services-state.ts'
import { aBranch, aProgram, aSnapshot, PRO } from '../../../../worker/engine/runner/testing/applet-makers.ts'
import { SimulatedClock } from '../../../../worker/testing/simulated-clock.ts'
import { SimulatedRunner } from '../../../../worker/engine/runner/testing/simulated-runner.ts'
import { SimulatedSource } from '../../../../worker/engine/runner/testing/sources/simulated-source.ts'
import { doubleRoutes } from '../double-routes.ts'

const ORIGIN = 'http://localhost:1'
/** How far the clock goes before what is asked is waited for, in ms. */
const STEP = 5000

/** An Applet that tells its user, run by a Runner, with the service's Source and its double. */
function anApplet(module_name: string, slug: string, fields: Record<string, string>, message: string) {
  const clock = new SimulatedClock(Date.UTC(2026, 2, 1, 12, 1))
  const app = doubleRoutes(openContext(ORIGIN, undefined, () => clock.now))
  const settings = {
    SITE_ORIGIN: 'https://site.test',
    SUPPORT_URL: 'https://site.test/help',
    TRUSTED_ORIGINS: [ORIGIN],
  }
  const open = new Set<Promise<unknown>>()
  /** Work in real time, which the clock waits for: requests, and the hash of a page. */
  const wait = <Value>(work: Promise<Value>): Promise<Value> => {
    open.add(work)
    return work.finally(() => open.delete(work))
  }
  const guarded = guardedOutcome({ settings, fetch: async (input, init) => app.request(String(input), init) })
  const fetch: typeof guarded = (...call) => wait(guarded(...call))
  const pass = async (ms: number) => {
    const end = clock.now + ms
    while (clock.now < end) {
      await clock.runUntil(Math.min(end, clock.now + STEP))
      // An answer takes real time, however busy the machine is.
      while (open.size > 0) await setImmediate()
    }
    await clock.runUntil(end)
  }
  const [service, notifications] = [findService(module_name), findService('notifications')]
  const [definition] = Object.values(service?.sources ?? {})
  if (!service || !notifications || !definition) throw new Error(`${module_name} has no Source.`)
  const source = new SimulatedSource({
    clock,
    definition: {
      ...definition,
      read: (call, io) => wait(definition.read(call, { ...io, base_url: `${ORIGIN}/${module_name}` })),
    },
    fetch,
    tell: (_, tell) => wait(runner.takeTell(tell)),
  })
  const runner = new SimulatedRunner({
    clock,
    random: () => 0.5,
    services: { [module_name]: service, notifications },
    fetch,
    account: async () => ({ kind: 'broken' }),
    followSource: (request) => wait(source.follow({ ...request, runner_id: 'ada' })),
    unfollowSource: (_, identity) => source.unfollow('ada', identity),
  })
  const step = { id: 0, kind: 'trigger', module_name, slug, fields, account_id: null, identity: 'it' } as const
  const notifies = { id: 1, kind: 'action', module_name: 'notifications', slug: 'send' } as const
  const tell = { ...notifies, fields: { message }, account_id: null }
  runner.sync(aSnapshot(1, [aProgram(1, [aBranch(step, [tell])])], { subscriptions: [...PRO] }))
  return {
    pass,
    set: (form: Record<string, string>) =>
      app.request(`${ORIGIN}/${module_name}/control/set`, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: { origin: ORIGIN },
      }),
    /** How its runs ended, and what they told. */
    told: () =>
      runner.storage
        .peek<{ state: string; steps: string }>('select state, steps from run order by seq')
        .map(({ state, steps }) => ({ state, told: /"message":"([^"]*)"/.exec(steps)?.[1] })),
  }
}

test('an Applet tells its user that it froze', async () => {
  const fields = { location: 'Oslo', degrees: '0' }
  const applet = anApplet('weather', 'colder_than', fields, '{{Temperature}} degrees in {{Location}}')
  await applet.pass(HOUR)
  await applet.set({ temperature: '-3' })
  await applet.pass(2 * HOUR)
  expect(applet.told()).toEqual([{ state: 'done', told: '-3 degrees in Oslo' }])
})

test('an Applet tells its user that a site is down, and back', async () => {
  const fields = { address: `${ORIGIN}/site_watch/page` }
  const down = anApplet('site_watch', 'down', fields, '{{Reason}}')
  await down.pass(10 * MINUTE)
  await down.set({ up: 'no' })
  await down.pass(4 * MINUTE)
  expect(down.told()).toEqual([{ state: 'done', told: 'It answered 503.' }])
  const up = anApplet('site_watch', 'up', fields, 'Back: {{Status}}')
  await up.set({ up: 'no' })
  await up.pass(10 * MINUTE)
  await up.set({ up: 'yes' })
  await up.pass(4 * MINUTE)
  expect(up.told()).toEqual([{ state: 'done', told: 'Back: 200' }])
})
