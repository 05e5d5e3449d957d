import { expect, test } from 'vitest'
import { MINUTE } from '../../../contract/shared/durations.ts'
import { failedOutcome } from '../../../system/outbound/failed-outcome.ts'
import type { StepIo } from '../../steps/service-steps.ts'
import { aRequest, aSnapshot, PRO } from './applet-makers.ts'
import { FAR_SERVICES } from './far-services.ts'
import { FarSide } from './far-side.ts'
import { hookApplet, NOON } from './scene.ts'
import { Dice } from '../../../testing/dice.ts'
import { SimulatedClock } from '../../../testing/simulated-clock.ts'
import { SimulatedRunner } from './simulated-runner.ts'

const TIMEOUT = 10_000
const EVENTS = 300

/** How long runs of users take from request to effect, in ms, the longest last; some also call a host that is dead. */
async function timesOf(dead: 'nobody' | 'other users' | 'the same user'): Promise<number[]> {
  const clock = new SimulatedClock(NOON)
  const far = new FarSide(clock, new Dice(3))
  const fetch: StepIo['fetch'] = async (address, init) => {
    if (JSON.parse(String(init?.body)).action !== 'unsafe') return far.fetch(address, init)
    await new Promise<void>((resolve) => clock.at(clock.now + TIMEOUT, resolve))
    return failedOutcome({ failure: 'timeout', sent: 'maybe', message: 'It did not answer.' })
  }
  const around = { clock, random: new Dice(5).roll, services: FAR_SERVICES, fetch }
  const account = async () => ({ kind: 'broken' }) as const
  const users = Array.from({ length: 5 }, () => new SimulatedRunner({ ...around, account }))
  const programs = [hookApplet('key'), hookApplet('unsafe', {}, 2)]
  for (const user of users) user.sync(aSnapshot(1, programs, { subscriptions: [...PRO] }))
  const sent = new Map<string, number>()
  const callsDead = (index: number) => (dead === 'nobody' ? false : dead === 'the same user' ? index === 0 : index > 0)
  for (let n = 0; n < EVENTS; n++) {
    for (const [index, user] of users.entries()) {
      const target = (id: number) => ({ kind: 'applet', key_hash: `key ${id}` }) as const
      if (index === 0) {
        sent.set(`event ${n}`, clock.now)
        user.accept(aRequest(1, { target: target(1), event_id: null, ingredients: { Value1: `event ${n}` } }))
      }
      if (callsDead(index))
        user.accept(aRequest(2, { target: target(2), event_id: null, ingredients: { Value1: 'x' } }))
    }
    await clock.runUntil(clock.now + 500)
  }
  await clock.runUntil(clock.now + 10 * MINUTE)
  const times = far.effects.map(({ body, at }) => at - (sent.get(JSON.parse(body).text) ?? 0))
  expect(times).toHaveLength(EVENTS)
  return times.toSorted((left, right) => left - right)
}

test.each(['other users', 'the same user'] as const)('a dead host of %s delays no other run', async (whose) => {
  const p99 = (times: number[]) => times[Math.floor(times.length * 0.99)] ?? 0
  const alone = p99(await timesOf('nobody'))
  const beside = p99(await timesOf(whose))
  expect(alone).toBeGreaterThan(0)
  expect(beside).toBeLessThanOrEqual(alone * 1.2)
})
