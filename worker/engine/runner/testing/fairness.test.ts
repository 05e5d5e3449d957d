import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../../contract/shared/durations.ts'
import { aBranch, aProgram, aStep, hookTrigger, pollTrigger, PRO } from './applet-makers.ts'
import { hookApplet, NOON, Scene } from './scene.ts'

function open(scene: Scene) {
  return scene.runner.memory.under_way
}

function sendTo(scene: Scene, applet_id: number) {
  scene.send({ target: { kind: 'applet', key_hash: `key ${applet_id}` } })
}

describe('calls under way', () => {
  test('are six at most, three of an Applet', async () => {
    const scene = new Scene([hookApplet('key'), hookApplet('key', {}, 2), hookApplet('key', {}, 3)])
    for (let n = 0; n < 20; n++) sendTo(scene, 1)
    expect(open(scene).size).toBe(3)
    for (const id of [2, 3]) for (let n = 0; n < 20; n++) sendTo(scene, id)
    expect(open(scene).size).toBe(6)
    let most = 0
    for (let n = 0; n < 200; n++) {
      await scene.pass(100)
      const counts = Map.groupBy(open(scene).values(), ({ applet_id }) => applet_id)
      most = Math.max(most, ...[...counts.values()].map((each) => each.length))
      expect(open(scene).size).toBeLessThanOrEqual(6)
    }
    expect(most).toBe(3)
  })

  test.each([1, 5])('a backlog of 1,000 of %i Applets starves no other one', async (busy) => {
    const programs = Array.from({ length: busy + 1 }, (_, index) => hookApplet('key', {}, index + 1))
    const scene = new Scene(programs, { subscriptions: [...PRO] })
    for (let n = 0; n < 1000; n++) sendTo(scene, (n % busy) + 1)
    await scene.pass(MINUTE)
    sendTo(scene, busy + 1)
    await scene.pass(5000)
    expect(scene.runs().at(-1)?.state).toBe('done')
    expect(scene.runs().filter(({ ended_at }) => ended_at === null).length).toBeGreaterThan(300)
  })

  test('a backlog of a polled trigger starves no Applet', async () => {
    const polled = aProgram(1, [aBranch(pollTrigger('a'), [aStep(1, 'key')])])
    const scene = new Scene([polled, hookApplet('key', {}, 2)], { subscriptions: [...PRO] })
    await scene.pass(5000)
    for (let n = 0; n < 100; n++) scene.publish(`new ${n}`)
    await scene.pass(MINUTE)
    expect(scene.states().filter((state) => state === 'ready').length).toBeGreaterThan(20)
    sendTo(scene, 2)
    await scene.pass(5000)
    expect(scene.runs().at(-1)?.state).toBe('done')
  })
})

test('a plain run writes its row three times', async () => {
  const scene = new Scene([hookApplet('key')])
  await scene.meet([], MINUTE)
  const before = scene.runner.storage.written
  for (let n = 0; n < 10; n++) scene.send()
  await scene.pass(MINUTE)
  expect(scene.runner.storage.written - before).toBe(30)
})

test('a backlog drains without a pause between turns', async () => {
  const scene = new Scene([hookApplet('key')])
  scene.far.most_latency = 20
  await scene.pass(5000)
  const started = scene.clock.now
  for (let n = 0; n < 300; n++) scene.send()
  await scene.pass(2 * MINUTE)
  expect(new Set(scene.states())).toEqual(new Set(['done']))
  const ended = Math.max(...scene.runs().map(({ ended_at }) => ended_at ?? Number.POSITIVE_INFINITY))
  // 100 calls one after another in each of three places.
  expect(ended - started).toBeLessThan(100 * scene.far.most_latency)
})

test('a turn begins 40 calls at most, and the next goes on', async () => {
  const program = aProgram(1, [aBranch(hookTrigger(), [aStep(1, 'key'), aStep(2, 'key'), aStep(3, 'key')])])
  const scene = new Scene([program], { subscriptions: [...PRO], paused_until: NOON + HOUR })
  scene.far.most_latency = 20
  for (let n = 0; n < 60; n++) scene.send()
  await scene.pass(HOUR + MINUTE)
  expect(scene.states().filter((state) => state === 'done')).toHaveLength(60)
  expect(Math.max(...scene.runner.calls_of_rings)).toBeLessThanOrEqual(40)
  expect(scene.far.requests).toHaveLength(180)
})

test('a backlog whose alarm was lost goes on within a second', async () => {
  let losses = 0
  const scene = new Scene([hookApplet('key')], {
    subscriptions: [...PRO],
    paused_until: NOON + HOUR,
    losesAlarm: () => ++losses <= 3,
  })
  scene.far.most_latency = 20
  for (let n = 0; n < 100; n++) scene.send()
  await scene.pass(HOUR + MINUTE)
  expect(losses).toBeGreaterThan(3)
  expect(new Set(scene.states())).toEqual(new Set(['done']))
  expect(scene.runner.logged.filter((line) => line.startsWith('alarm_late'))).toHaveLength(3)
})

test('a wait that ends during a slow call begins in time', async () => {
  const waiting = aProgram(2, [aBranch(hookTrigger(), [aStep(1, 'safe')], { wait: 2 })])
  const scene = new Scene([hookApplet('key'), waiting])
  sendTo(scene, 2)
  await scene.pass(500)
  scene.far.script = ['timeout']
  sendTo(scene, 1)
  const before = scene.clock.now
  await scene.pass(30_000)
  const effect = scene.far.effects.find(({ action }) => action === 'safe')
  expect((effect?.at ?? 0) - before).toBeLessThan(2000)
})
