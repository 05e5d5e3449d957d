/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../contract/shared/durations.ts'
import { markSeen } from '../store/subscriptions.ts'
import { pollSoon } from '../triggers/next-poll.ts'
import { aBranch, aProgram, aStep, hookTrigger, PRO } from './applet-makers.ts'
import { lists, pollApplet, primed, texts } from './poll-scene.ts'
import { NOON, Scene } from './scene.ts'

describe('a polled trigger', () => {
  test('marks what is present at first as seen, on three pages', async () => {
    const scene = await primed([pollApplet()], 60)
    await scene.pass(HOUR)
    expect([texts(scene), scene.runner.storage.peek('select * from seen').length]).toEqual([[], 60])
  })

  test('runs what is new, oldest first and once', async () => {
    const scene = await primed([pollApplet()], 3)
    for (let n = 0; n < 4; n++) scene.publish(`new ${n}`)
    await scene.pass(HOUR)
    expect(texts(scene)).toEqual(['new 0', 'new 1', 'new 2', 'new 3'])
  })

  test.each([
    ['Free', [], 5],
    ['Pro', [...PRO], 1],
  ] as const)('comes every %s interval', async (_, subscriptions, minutes) => {
    const scene = new Scene([pollApplet()], { subscriptions: [...subscriptions] })
    await scene.pass(HOUR)
    const times = lists(scene).map(({ at }) => at)
    const gaps = times.slice(2).map((at, index) => Math.round((at - (times[index + 1] ?? at)) / MINUTE))
    expect(new Set(gaps)).toEqual(new Set([minutes]))
  })

  test('reads five pages at most and says that some were skipped', async () => {
    const scene = await primed()
    for (let n = 0; n < 200; n++) scene.publish(`new ${n}`)
    await scene.pass(5 * HOUR)
    expect(texts(scene)).toHaveLength(125)
    expect(texts(scene)[0]).toBe('new 75')
    expect(lists(scene).filter(({ body }) => body.includes('"page":"100"'))).toHaveLength(1)
  })

  test('is one for all Applets with equal fields', async () => {
    const scene = await primed([pollApplet(1), pollApplet(2)])
    scene.publish('new')
    await scene.pass(MINUTE)
    expect(texts(scene)).toEqual(['new', 'new'])
    expect(scene.runner.storage.peek('select * from subscription')).toHaveLength(1)
  })

  test('is asked at once when its service says so', async () => {
    const scene = await primed()
    await scene.pass(10_000)
    const poke = () => scene.runner.change((memory) => pollSoon(memory, { identity: 'items:a:' }))
    scene.publish('first')
    poke()
    await scene.pass(6)
    scene.publish('second')
    poke()
    await scene.pass(15_000)
    expect(texts(scene)).toEqual(['first', 'second'])
  })

  test('whose ids change at every check is braked and named', async () => {
    const scene = await primed()
    const again = () =>
      scene.far.streams.set(
        'a',
        Array.from({ length: 6 }, (_, n) => ({ id: `${scene.clock.now} ${n}`, at: null, ingredients: {} })),
      )
    for (let n = 0; n < 5; n++) {
      again()
      scene.far.streams.get('a')?.splice(0, n % 2)
      await scene.pass(2 * MINUTE)
    }
    expect(scene.subscription().note).toContain('new ids at every check')
    expect((scene.subscription().next_due ?? 0) - scene.clock.now).toBeGreaterThan(20 * MINUTE)
  })

  test('a burst of new items is not braked', async () => {
    const scene = await primed([pollApplet()], 3)
    for (let n = 0; n < 40; n++) scene.publish(`new ${n}`)
    await scene.pass(2 * MINUTE)
    expect(scene.subscription().note).toBeNull()
  })

  test('that fails backs off, keeps its place, and comes back', async () => {
    const scene = await primed()
    scene.far.troubles = ['refused']
    scene.publish('new')
    await scene.pass(HOUR)
    expect(lists(scene).length).toBeLessThan(15)
    expect(scene.subscription().fails).toBeGreaterThan(3)
    scene.far.troubles = ['healthy']
    await scene.pass(HOUR)
    expect([texts(scene), scene.subscription().fails]).toEqual([['new'], 0])
  })

  test('remembers for years what is still there', async () => {
    const scene = new Scene([pollApplet()])
    scene.far.fresh_for = DAY
    scene.publish('old')
    for (let n = 0; n < 20; n++) {
      await scene.pass(10 * DAY)
      scene.publish(`new ${n}`)
    }
    await scene.pass(DAY)
    expect(texts(scene)).toHaveLength(20)
    expect(texts(scene)).not.toContain('old')
  })

  test('remembers what is there through a long time without changes', async () => {
    const scene = await primed([pollApplet()], 3)
    scene.far.fresh_for = DAY
    await scene.pass(120 * DAY)
    scene.publish('new')
    await scene.pass(2 * DAY)
    expect(texts(scene)).toEqual(['new'])
  })

  test('forgets nothing that is still there, however much came', async () => {
    const scene = await primed([pollApplet()], 3)
    scene.far.fresh_for = HOUR
    await scene.pass(HOUR)
    const gone = Array.from({ length: 6000 }, (_, n) => `gone ${n}`)
    scene.runner.change((memory) => markSeen(memory, scene.subscription().id, gone, scene.clock.now))
    const days = Array.from({ length: 12 }, (_, day) => `day ${day}`)
    for (const day of days) {
      scene.publish(day)
      await scene.pass(DAY)
    }
    expect(texts(scene)).toEqual(days)
    expect(scene.runner.storage.peek('select * from seen').length).toBeLessThan(5050)
  })

  test('waits while the backlog is full, and loses nothing', async () => {
    const scene = new Scene([pollApplet()], { paused_until: NOON + 9 * DAY })
    await scene.pass(2000)
    scene.runner.memory.open_runs = 1000
    scene.publish('new')
    await scene.pass(HOUR)
    expect(scene.runs()).toEqual([])
    scene.runner.memory.open_runs = 0
    await scene.pass(2 * HOUR)
    expect(scene.runs()).toHaveLength(1)
  })
})

test('polls go on within minutes after the clock went back', async () => {
  const scene = await primed()
  scene.clock.shift(10 * DAY)
  scene.runner.engine.ring()
  await scene.pass(MINUTE)
  scene.clock.shift(-10 * DAY)
  scene.runner.engine.ring()
  scene.publish('new')
  await scene.pass(7 * MINUTE)
  expect(texts(scene)).toEqual(['new'])
})

test('a hanging poll is asked again, and its late answer adds nothing', async () => {
  const scene = await primed()
  scene.far.script.push('hang')
  scene.publish('new')
  scene.runner.change((memory) => pollSoon(memory, { identity: 'items:a:' }))
  await scene.pass(2 * MINUTE)
  expect(texts(scene)).toEqual(['new'])
  await scene.pass(3 * MINUTE)
  expect(texts(scene)).toEqual(['new'])
})

test('a disk that fails during a poll loses no item', async () => {
  for (let statement = 0; statement < 50; statement++) {
    const scene = await primed()
    for (let n = 0; n < 3; n++) scene.publish(`new ${n}`)
    scene.runner.change((memory) => pollSoon(memory, { identity: 'items:a:' }))
    await scene.pass(3500)
    scene.runner.storage.failsIn = statement
    await scene.pass(5 * MINUTE)
    expect(texts(scene)).toEqual(['new 0', 'new 1', 'new 2'])
  }
})

test('polled runs begin in order, and a retry may be overtaken', async () => {
  const scene = await primed()
  scene.far.script = ['healthy', 'refused']
  for (let n = 0; n < 5; n++) scene.publish(`new ${n}`)
  await scene.pass(10 * MINUTE)
  expect(texts(scene)).toEqual(['new 1', 'new 2', 'new 3', 'new 4', 'new 0'])
})

describe('a trigger that is silent', () => {
  test('is told once, and again only after it spoke', async () => {
    const scene = new Scene([{ ...pollApplet(), expect_every: DAY }])
    scene.far.fresh_for = HOUR
    await scene.pass(2000)
    scene.publish('one')
    await scene.pass(5 * DAY)
    expect(scene.runner.silent).toEqual(['Applet 1'])
    scene.publish('two')
    await scene.pass(5 * DAY)
    expect(scene.runner.silent).toEqual(['Applet 1', 'Applet 1'])
  })

  test('is told of a hook too', async () => {
    const scene = new Scene([{ ...aProgram(1, [aBranch(hookTrigger(), [aStep(1, 'key')])]), expect_every: DAY }])
    scene.send()
    await scene.pass(5 * DAY)
    expect(scene.runner.silent).toEqual(['Applet 1'])
  })
})
