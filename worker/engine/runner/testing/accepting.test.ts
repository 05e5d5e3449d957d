import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../../contract/shared/durations.ts'
import { readReceipt } from '../read/read-receipt.ts'
import { refuseKey } from '../store/hook-keys.ts'
import { aBranch, aProgram, aStep, hookTrigger, PRO } from './applet-makers.ts'
import { hookApplet, NOON, Scene } from './scene.ts'

test('a repeat gets the first receipt and runs nothing', async () => {
  const scene = new Scene([hookApplet('key')])
  const first = scene.send({ event_id: 'one' })
  expect(first.kind).toBe('accepted')
  for (let n = 0; n < 100; n++) expect(scene.send({ event_id: 'one' })).toEqual(first)
  await scene.pass(MINUTE)
  expect(scene.send({ event_id: 'one' })).toEqual(first)
  expect(scene.states()).toEqual(['done'])
})

test('records how runs ended, every quarter hour', async () => {
  const scene = new Scene([hookApplet('key')])
  for (let n = 0; n < 3; n++) scene.send()
  await scene.pass(20 * MINUTE)
  expect(scene.runner.ended).toEqual(['done 3'])
  scene.send()
  await scene.pass(20 * MINUTE)
  expect(scene.runner.ended).toEqual(['done 3', 'done 1'])
})

test('the same id with another body is refused', () => {
  const scene = new Scene([hookApplet('key')])
  scene.send({ event_id: 'one' })
  expect(scene.send({ event_id: 'one', body_hash: 'another' })).toEqual({ kind: 'other_body' })
})

test('requests without an id are each their own', async () => {
  const scene = new Scene([hookApplet('key')])
  for (let n = 0; n < 3; n++) scene.send()
  await scene.pass(MINUTE)
  expect(scene.far.effects).toHaveLength(3)
})

test('a key that was refused is unknown, also after a crash', () => {
  const scene = new Scene([hookApplet('key')])
  scene.runner.change((memory) => refuseKey(memory, 'key 1'))
  expect(scene.send()).toEqual({ kind: 'unknown' })
  scene.runner.kill()
  expect(scene.send()).toEqual({ kind: 'unknown' })
})

test('an event goes through five of our own hooks, not six', () => {
  const scene = new Scene([hookApplet('key')])
  expect([5, 6].map((hops) => scene.send({ hops }).kind)).toEqual(['accepted', 'loop'])
})

test('a maker event runs every Applet with its name, once each', async () => {
  const named = (id: number, event: string) => aProgram(id, [aBranch(hookTrigger({ event }), [aStep(1, 'key')])])
  const scene = new Scene([named(1, 'open'), named(2, 'open'), named(3, 'close')])
  const target = { kind: 'maker', key_hash: 'maker', event: 'open' } as const
  const answer = scene.send({ target, event_id: 'one' })
  expect(scene.send({ target, event_id: 'one' })).toEqual(answer)
  expect(scene.send({ target: { ...target, key_hash: 'another' } })).toEqual({ kind: 'unknown' })
  await scene.pass(MINUTE)
  expect(scene.runs().map(({ applet_id, state }) => [applet_id, state])).toEqual([
    [1, 'done'],
    [2, 'done'],
  ])
})

describe('a receipt', () => {
  test('says what became of its event, only to its key', async () => {
    const scene = new Scene([hookApplet('key')])
    scene.send({ event_id: 'one' })
    await scene.pass(MINUTE)
    const [id = ''] = scene.ids()
    const { memory } = scene.runner
    expect(readReceipt(memory, 'key 1', id)).toMatchObject({ receipt: id, runs: [{ state: 'done', at: NOON }] })
    expect(readReceipt(memory, 'key 2', id)).toBeNull()
    expect(readReceipt(memory, 'key 1', `${id.slice(0, -1)}0`)).toBeNull()
  })

  test('says nothing of another Applet with an event of that id', async () => {
    const scene = new Scene([hookApplet('key'), hookApplet('key', {}, 2)])
    scene.send({ event_id: 'one' })
    scene.send({ event_id: 'one', target: { kind: 'applet', key_hash: 'key 2' } })
    expect(readReceipt(scene.runner.memory, 'key 1', scene.ids()[0] ?? '')?.runs).toHaveLength(1)
  })
})

describe('the events a minute of a plan', () => {
  test.each([
    ['free', 10],
    ['intermediate_pro', 60],
    ['pro', 300],
  ] as const)('%s: %i begin in the first minute, all in turn', async (tier, pace) => {
    const subscriptions = tier === 'free' ? [] : [{ ...PRO[0], tier }]
    const scene = new Scene([hookApplet('key')], { paced: true, subscriptions })
    for (let n = 0; n < pace + 5; n++) expect(scene.send().kind).toBe('accepted')
    expect(scene.runs().filter(({ hold }) => hold === 'pace')).toHaveLength(5)
    await scene.pass(5 * MINUTE)
    const after = scene.far.effects.filter(({ at }) => at >= NOON + MINUTE)
    expect(scene.far.effects).toHaveLength(pace + 5)
    expect(after.length).toBeGreaterThanOrEqual(5)
  })

  test('polled items and repeats take none of it', () => {
    const scene = new Scene([hookApplet('key')], { paced: true })
    for (let n = 0; n < 20; n++) scene.send({ event_id: 'one' })
    for (let n = 0; n < 9; n++) scene.send()
    expect(scene.runs().filter(({ hold }) => hold === 'pace')).toEqual([])
  })

  test('a crash does not forget it', () => {
    const scene = new Scene([hookApplet('key')], { paced: true })
    for (let n = 0; n < 10; n++) scene.send()
    scene.runner.kill()
    scene.send()
    expect(scene.runs().at(-1)?.hold).toBe('pace')
  })

  test('a higher plan moves forward what was held', async () => {
    const scene = new Scene([hookApplet('key')], { paced: true })
    for (let n = 0; n < 100; n++) scene.send()
    await scene.pass(MINUTE / 2)
    scene.sync({ subscriptions: [{ ...PRO[0], tier: 'intermediate_pro' }] })
    expect(scene.send().kind).toBe('accepted')
    await scene.pass(MINUTE)
    expect(scene.far.effects.length).toBeGreaterThanOrEqual(60)
    await scene.pass(MINUTE)
    expect(new Set(scene.states())).toEqual(new Set(['done']))
  })

  test('beyond a backlog of 1,000 it is refused, and then accepted again', async () => {
    const scene = new Scene([hookApplet('safe')], { paced: true })
    for (let n = 0; n < 1000; n++) scene.send()
    expect(scene.send()).toEqual({ kind: 'full', retry_after: MINUTE })
    await scene.pass(2 * HOUR)
    expect(scene.send().kind).toBe('accepted')
    expect(scene.far.effects).toHaveLength(1000)
  })
})

test('half of the plan’s megabytes may wait', () => {
  const scene = new Scene([hookApplet('safe')], { paused_until: NOON + HOUR, subscriptions: [] })
  const text = 'x'.repeat(60_000)
  let accepted = 0
  while (accepted < 400 && scene.send({ text }).kind === 'accepted') {
    accepted++
    scene.clock.shift(MINUTE / 30)
  }
  expect(accepted).toBeGreaterThan(160)
  expect(accepted).toBeLessThan(210)
})
