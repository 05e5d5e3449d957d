import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../worker/contract/shared/durations.ts'
import { nextPoll } from '../../worker/runner/triggers/next-poll.ts'
import type { Subscription } from '../../worker/runner/store/subscriptions.ts'
import type { RunnerMemory } from '../../worker/runner/world/memory.ts'
import { PRO } from './applet-makers.ts'
import { primed } from './poll-scene.ts'
import { Dice } from './seeded-random.ts'

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

// §D47-29
test('10,000 polled triggers keep to their plan, spread over the minutes', async () => {
  const scene = await primed()
  const dice = new Dice(11)
  const [row] = scene.runner.storage.peek<Subscription>('select * from subscription')
  if (!row) throw new Error('There is no subscription.')
  const start = scene.clock.now
  const polls = new Map<number, number>()
  let late = 0
  for (let n = 0; n < COUNT; n++) {
    const paid = dice.chance(0.3)
    const plan = paid ? MINUTE : 5 * MINUTE
    const memory = {
      ...scene.runner.memory,
      settings: { ...scene.runner.memory.settings, subscriptions: paid ? [...PRO] : [] },
    }
    const subscription = { ...row, key: `subscription ${n}`, gaps: [], last_event: null, fails: 0, changed: 0 }
    // All begin within a minute, as after a deployment that wakes everyone.
    const times = timesOf(memory, subscription, start + dice.below(MINUTE), start + DAY_OF_POLLS)
    for (const [index, at] of times.entries()) {
      const gap = at - (times[index - 1] ?? at)
      if (index > 1 && Math.abs(gap - plan) > plan / 10) late += 1
      const minute = Math.floor((at - start) / MINUTE)
      if (index > 0) polls.set(minute, (polls.get(minute) ?? 0) + 1)
    }
  }
  expect(late).toBe(0)
  const steady = [...polls].filter(([minute]) => minute >= 10).map(([, count]) => count)
  const mean = steady.reduce((sum, count) => sum + count, 0) / steady.length
  expect(Math.max(...steady)).toBeLessThan(2 * mean)
})
