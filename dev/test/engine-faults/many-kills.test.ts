import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dice } from '../../../worker/testing/dice.ts'
import { eventIds, sendEvent, type Ack } from '../../bench/engine/senders.ts'
import { seed } from '../vitest/long-runs.ts'
import { ALL_WELL, judge, startScene, type Scene } from './scene.fixture.ts'

const EVENTS = 5000
const KILLS = 20
const OUTAGES = 5
const AT_ONCE = 20
const PATIENCE = 300_000

let scene: Scene
beforeAll(async () => {
  scene = await startScene({ users: 25, wait: 30 })
})
afterAll(() => scene.close())

test(`${EVENTS} events with repeats, ${KILLS} kills and outages end once each`, async () => {
  const acks = new Map<string, Ack>()
  const receipts = new Map<string, Set<string | null>>()
  const queue = drawQueue(eventIds(EVENTS, 'many'))
  let sent = 0
  let killed = 0
  const kills = killTimes(queue.length, KILLS)
  const outages = killTimes(queue.length, OUTAGES).map((at) => at + 37)

  /** Sends until it is accepted, as senders of webhooks do. */
  const deliver = async ({ id, hook }: { id: string; hook: string }) => {
    for (;;) {
      const ack = await sendEvent(hook, id)
      if (ack) {
        acks.set(id, ack)
        receipts.set(id, (receipts.get(id) ?? new Set()).add(ack.receipt))
        return
      }
      await setTimeout(100)
    }
  }
  const sender = async () => {
    for (let next = queue[sent++]; next; next = queue[sent++]) {
      await deliver(next)
      // Nobody overtakes a kill that is due: an outage may hold it up.
      while (sent > (kills[killed] ?? Infinity)) await setTimeout(5)
    }
  }
  const trouble = async () => {
    while (sent < queue.length) {
      if (sent >= (kills[killed] ?? Infinity)) {
        killed++
        await scene.kill()
        await scene.restart()
      }
      if (sent >= (outages[0] ?? Infinity)) {
        outages.shift()
        await scene.target.fall()
        await setTimeout(2000)
        await scene.target.rise()
      }
      await setTimeout(5)
    }
  }
  await Promise.all([trouble(), ...Array.from({ length: AT_ONCE }, sender)])
  expect(killed).toBe(KILLS)
  expect(acks.size).toBe(EVENTS)
  expect([...receipts.values()].filter((given) => given.size > 1)).toEqual([])
  expect(await judge(scene, acks.values(), PATIENCE)).toEqual(ALL_WELL)
  expect(scene.target.ledger.size).toBe(EVENTS)
})

type Sending = { id: string; hook: string }

/** Every event, and one in ten once more somewhere later. */
function drawQueue(ids: readonly string[]): Sending[] {
  const dice = new Dice(seed)
  const queue = ids.map((id, n) => ({ id, hook: scene.hooks[n % scene.hooks.length] ?? '' }))
  for (const sending of queue.filter((_, n) => n % 10 === 0)) {
    const first = queue.indexOf(sending)
    queue.splice(first + 1 + dice.below(queue.length - first), 0, sending)
  }
  return queue
}

/** Spread evenly, so that each finds work under way. */
function killTimes(total: number, count: number): number[] {
  return Array.from({ length: count }, (_, n) => Math.floor(((n + 0.5) * total) / count))
}
