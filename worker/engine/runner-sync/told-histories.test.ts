/** @module-tag long */
import * as fc from 'fast-check'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { disableApplet } from '../../applets/enable/disable-applet.ts'
import { enableApplet } from '../../applets/enable/enable-applet.ts'
import { setConfigurations } from '../../applets/enable/set-configurations.ts'
import { setRunSettings } from '../../applets/enable/set-run-settings.ts'
import { anAppletFixture, anAppletWithServices, aPlainApplet, at } from '../../applets/testing/stored-applet.fixture.ts'
import { aHubWithLights } from './hub-with-lights.fixture.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { markRunnerBehind } from '../../db/runners/told-runners.ts'
import { applets as appletRows } from '../../db/schema/applets.ts'
import { connected_accounts } from '../../db/schema/connections.ts'
import { runners, trigger_identities } from '../../db/schema/runners.ts'
import type { Ctx } from '../../system/context/context.ts'
import { connect } from '../../system/d1/client.ts'
import { AppError } from '../../system/errors/app-error.ts'
import type { RunnerApi } from '../../system/runner-api/runner-api.ts'
import { databaseLike } from '../../testing/round-trips.ts'
import { aConnectedAccount, anEnablement, aSubscription, aUser } from '../../testing/rows.ts'
import { SimulatedClock } from '../../testing/simulated-clock.ts'
import { FAR_SERVICES } from '../runner/testing/far-services.ts'
import { SimulatedRunner } from '../runner/testing/simulated-runner.ts'
import { readSnapshot } from './read-snapshot.ts'
import { sweepRunners } from './sweep-runners.ts'
import { polledTriggers, syncRunner } from './sync-runner.ts'

const HISTORIES = process.env['LONG_RUNS'] ? 1000 : 120

const KINDS = [
  'connect',
  'connect',
  'disable',
  'disable',
  'set a pace',
  'set a pace',
  'set a pace',
  'switch a feature',
  'switch a feature',
  'switch a feature',
  'replace the account',
  'replace the account',
  'sweep',
  'sync',
  'mark as behind',
  'kill',
] as const
const FATES = ['heard', 'heard', 'heard', 'unheard', 'unanswered'] as const

/** `fates`: what becomes of the event's first calls of the Runner. `soon`: it begins before the one before has ended. */
const event = fc.record({
  kind: fc.constantFrom(...KINDS),
  applet: fc.nat(2),
  fates: fc.array(fc.constantFrom(...FATES), { maxLength: 3 }),
  soon: fc.constantFrom(true, true, false),
})
type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never

/** A Runner whose calls and answers come in the scheduler's order. */
function scheduledRunner(runner: SimulatedRunner, s: fc.Scheduler, fates: Event['fates']): RunnerApi {
  const call = async <Answer>(name: string, ask: () => Answer): Promise<Answer> => {
    const fate = fates.shift() ?? 'heard'
    await s.schedule(Promise.resolve(), `${name} is called`)
    if (fate === 'unheard') throw new Error(`${name} was not heard.`)
    const answer = ask()
    await s.schedule(Promise.resolve(), `${name} answers`)
    if (fate === 'unanswered') throw new Error(`The answer to ${name} was lost.`)
    return answer
  }
  const told: Pick<RunnerApi, 'sync' | 'tellProgram' | 'counts' | 'cancelApplet'> = {
    sync: (snapshot) => call('sync', () => ({ applied: runner.sync(snapshot), wake_by: null })),
    tellProgram: (change) =>
      call('tellProgram', () => {
        const left = runner.tell(change)
        return left && { applied: runner.memory.settings.wanted, wake_by: null, left }
      }),
    counts: async () => [],
    cancelApplet: async () => 0,
  }
  return told as RunnerApi
}

/** Each batch comes to D1 in the scheduler's order. */
function scheduledDatabase({ $client }: Ctx['db'], s: fc.Scheduler): Ctx['db'] {
  const batch = async (statements: D1PreparedStatement[]) => {
    await s.schedule(Promise.resolve(), `a batch of ${statements.length}`)
    return $client.batch(statements)
  }
  return connect(databaseLike({ prepare: (query: string) => $client.prepare(query), batch }))
}

test('after any history a Runner has exactly the programs of D1', { timeout: 600_000 }, async () => {
  const world = await anAppletFixture()
  const { db, base } = world
  const hub = await aHubWithLights(world)
  const applets = [await aPlainApplet(world), await anAppletWithServices(world), hub]
  await db.update(appletRows).set({ enabled_count: 100_000 })

  const connectServices = async (user: { id: string }) => {
    for (const module_name of ['github', 'google_sheets']) await aConnectedAccount(db, user, module_name)
  }

  async function play(events: Event[], s: fc.Scheduler): Promise<void> {
    const user = await aUser(db)
    await aSubscription(db, user, { tier: 'pro' })
    await connectServices(user)
    const runner = new SimulatedRunner({
      clock: new SimulatedClock(base.now()),
      random: () => 0.5,
      services: FAR_SERVICES,
      fetch: () => Promise.reject(new Error('There is no network.')),
      account: async () => ({ kind: 'away' }),
    })
    const own = await base.as(user)
    const ctxOf = (fates: Event['fates']) => {
      const get = () => scheduledRunner(runner, s, [...fates])
      return { ...own, db: scheduledDatabase(db, s), runners: { newId: () => user.id, isId: () => true, get } }
    }
    const happen = async ({ kind, applet, fates }: Event): Promise<unknown> => {
      const ctx = ctxOf(fates)
      const { id = 0 } = applets[applet] ?? {}
      switch (kind) {
        case 'connect':
          return enableApplet(ctx, { id })
        case 'disable':
          return disableApplet(ctx, at({ id }))
        case 'set a pace':
          return setRunSettings(ctx, at({ id }), { min_gap: 60 + fates.length })
        case 'switch a feature':
          return setConfigurations(ctx, at(hub), [{ slug: 'lights', disabled: fates.length > 1 }])
        case 'replace the account':
          await db.delete(connected_accounts).where(eq(connected_accounts.user_id, user.id))
          return connectServices(user)
        case 'sweep':
          return sweepRunners(ctx)
        case 'sync':
          return syncRunner(ctx, user.id, { again: true }).catch(() => null)
        case 'mark as behind':
          return markRunnerBehind(ctx, user.id)
        case 'kill':
          return runner.kill()
      }
    }
    for (const each of applets) await anEnablement(db, user, each, { id: base.id('ena') })
    await s.waitFor(syncRunner(ctxOf([]), user.id))
    /** A Runner that says that it has the newest has that, and nothing else. */
    const check = async () => {
      const read = await readSnapshot(own, user.id)
      if (read && runner.isTold && runner.memory.settings.wanted === read.snapshot.wanted)
        expect(runner.programs()).toEqual(read.snapshot.programs)
      return read?.snapshot.programs ?? []
    }

    let last: Promise<unknown> = Promise.resolve()
    const all: Promise<unknown>[] = []
    for (const each of events) {
      if (!each.soon) await s.waitFor(last)
      last = happen(each)
        .catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error
        })
        .then(check)
      all.push(last)
    }
    await s.waitFor(Promise.all(all).then(() => base.settled()))
    base.advance(10 * MINUTE)
    await s.waitFor(sweepRunners(ctxOf([])))
    const programs = await check()
    const [row] = await db.select().from(runners).where(eq(runners.user_id, user.id))
    expect(row?.applied).toBe(row?.wanted)
    if (row) expect(runner.memory.settings.wanted).toBe(row.wanted)
    const noted = await db.select().from(trigger_identities).where(eq(trigger_identities.user_id, user.id))
    const polled = polledTriggers(programs).map(({ identity }) => identity)
    expect(noted.map(({ identity }) => identity)).toEqual(expect.arrayContaining(polled))
  }

  const histories = fc.asyncProperty(fc.array(event, { minLength: 4, maxLength: 12 }), fc.scheduler(), play)
  await fc.assert(histories, { numRuns: HISTORIES, endOnFailure: true })
})
