import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../../contract/shared/durations.ts'
import { nextPoll } from '../triggers/next-poll.ts'
import type { Subscription } from '../store/subscriptions.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { PRO } from './applet-makers.ts'
import { primed } from './poll-scene.ts'
import { Dice } from '../../../testing/dice.ts'

const COUNT = 10_000
const DAY_OF_POLLS = 6 * HOUR

/** When a subscription is polled, from `start` on, in ms; some have something new now and then. */
function timesOf(memory: RunnerMemory, of: Subscription, start: number, end: number): number[] {
  const times: number[] = []
  const world = { ...memory.world, now: () => times.at(-1) ?? start }
  for (let at = start; at < end;) {
    times.push(at)
    at = nextPoll({ ...memory, world }, of, null, times.length === 1)
  }
  return times
}

test('10,000 polled triggers keep to their plans, spread over the minutes', async () => {
  const scene = await primed()
  const dice = new Dice(11)
  const [row] = scene.runner.storage.peek<Subscription>('select * from subscription')
  if (!row) throw new Error('There is no subscription.')
  const start = scene.clock.now
  const polls = { paid: new Map<number, number>(), free: new Map<number, number>() }
  let late = 0
  for (let n = 0; n < COUNT; n++) {
    const paid = dice.chance(0.3)
    const plan = paid ? MINUTE : 5 * MINUTE
    const memory = {
      ...scene.runner.memory,
      settings: { ...scene.runner.memory.settings, subscriptions: paid ? [...PRO] : [] },
    }
    const subscription = { ...row, key: `subscription ${n}`, gaps: [], last_event: null, fails: 0, changed: 0 }
    // All begin at once, as after a deployment that wakes everyone.
    const times = timesOf(memory, subscription, start, start + DAY_OF_POLLS)
    for (const [index, at] of times.entries()) {
      const gap = at - (times[index - 1] ?? at)
      if (index > 1 && Math.abs(gap - plan) > plan / 10) late += 1
      const minute = Math.floor((at - start) / MINUTE)
      const counts = paid ? polls.paid : polls.free
      if (index > 0) counts.set(minute, (counts.get(minute) ?? 0) + 1)
    }
  }
  expect(late).toBe(0)
  expect(busiest(polls.free)).toBeLessThan(1.5)
  expect(busiest(polls.paid)).toBeLessThan(1.5)
})

/** The busiest minute, as a multiple of the mean. */
function busiest(polls: Map<number, number>): number {
  const steady = Array.from({ length: DAY_OF_POLLS / MINUTE - 15 }, (_, at) => polls.get(at + 10) ?? 0)
  const mean = steady.reduce((sum, count) => sum + count, 0) / steady.length
  return Math.max(...steady) / mean
}
