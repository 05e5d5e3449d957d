import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventIds, sendAll, sendEvent } from '../../bench/engine/senders.ts'
import { eventually } from '../../../worker/testing/eventually.ts'
import { ALL_WELL, judge, startScene, type Scene } from './scene.fixture.ts'

const WAIT = 8

let scene: Scene
beforeAll(async () => {
  scene = await startScene({ users: 10, wait: WAIT })
})
afterAll(() => scene.close())

test('800 events of one user are all done in time', async () => {
  const { acks } = await sendAll({ hooks: [hookOf(0)], ids: eventIds(800, 'backlog'), atOnce: 50 })
  expect(acks.size).toBe(800)
  expect(await judge(scene, acks.values(), 30_000)).toEqual(ALL_WELL)
})

test('kill -9 at the 250th of 500 answers loses and doubles nothing', async () => {
  const ids = eventIds(500, 'kill')
  const first = await sendAll({
    hooks: scene.hooks,
    ids,
    atOnce: 20,
    onAck: (count) => count === 250 && void scene.kill(),
  })
  expect(first.acks.size).toBeGreaterThanOrEqual(250)
  expect(first.acks.size).toBeLessThan(500)
  await scene.restart()
  expect(await judge(scene, first.acks.values())).toEqual(ALL_WELL)
  // Senders repeat what was not answered, each at the address where it was first.
  const unanswered = ids.flatMap((id, n) => (first.acks.has(id) ? [] : [{ id, hook: hookOf(n) }]))
  const second = await Promise.all(unanswered.map(({ id, hook }) => sendEvent(hook, id)))
  expect(
    await judge(
      scene,
      second.flatMap((ack) => ack ?? []),
    ),
  ).toEqual(ALL_WELL)
  expect(ids.filter((id) => !scene.target.ledger.has(id))).toEqual([])
})

test('500 events that wait survive kill -9', async () => {
  const ids = eventIds(500, 'wait')
  const started = performance.now()
  const { acks, refused } = await sendAll({ hooks: scene.waitingHooks, ids, atOnce: 20 })
  expect(refused).toBe(0)
  await scene.kill()
  expect(ids.filter((id) => scene.target.ledger.has(id))).toEqual([])
  await scene.restart()
  expect(await judge(scene, acks.values())).toEqual(ALL_WELL)
  const first = Math.min(...ids.map((id) => scene.target.ledger.get(id)?.first ?? 0))
  expect(first - started).toBeGreaterThanOrEqual(WAIT * 1000)
})

test('calls under way at kill -9 happen once', async () => {
  scene.target.setMood({ kind: 'slow', ms: 400 })
  const ids = eventIds(100, 'call')
  const { acks } = await sendAll({ hooks: scene.hooks, ids, atOnce: 20 })
  // The call of the last event has just come, and is answered only later.
  await eventually(() => expect(scene.target.ledger.has(ids.at(-1) ?? '')).toBe(true))
  await scene.kill()
  scene.target.setMood({ kind: 'well' })
  await scene.restart()
  expect(await judge(scene, acks.values())).toEqual(ALL_WELL)
})

test('one event sent 100 times at once runs once', async () => {
  const hook = hookOf(0)
  const acks = await Promise.all(Array.from({ length: 100 }, () => sendEvent(hook, 'same')))
  expect(new Set(acks.map((ack) => ack?.receipt)).size).toBe(1)
  expect(await judge(scene, acks.flatMap((ack) => ack ?? []).slice(0, 1))).toEqual(ALL_WELL)
  expect(scene.target.ledger.get('same')?.requests).toBe(1)
})

function hookOf(n: number): string {
  return scene.hooks[n % scene.hooks.length] ?? ''
}
