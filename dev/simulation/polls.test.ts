import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../worker/contract/shared/durations.ts'
import { refreshTriggers } from '../../worker/runner/config/apply-snapshot.ts'
import { runMissed } from '../../worker/runner/reopen/run-again.ts'
import { endTrouble } from '../../worker/runner/store/troubles.ts'
import { pollSoon } from '../../worker/runner/triggers/poll-soon.ts'
import { aBranch, aProgram, aStep, clockTrigger, pollTrigger, PRO } from './applet-makers.ts'
import { NOON, Scene } from './scene.ts'

function pollApplet(id = 1, slug = 'key', account: string | null = null) {
  return aProgram(id, [aBranch(pollTrigger('a', account), [aStep(1, slug, { text: '{{Value1}}' })])])
}

function texts(scene: Scene) {
  return scene.far.effects.map(({ body }) => JSON.parse(body).text)
}

function lists(scene: Scene) {
  return scene.far.requests.filter(({ action }) => action === 'list')
}

async function primed(programs = [pollApplet()], items = 0) {
  const scene = new Scene(programs, { subscriptions: [...PRO] })
  for (let n = 0; n < items; n++) scene.publish(`old ${n}`)
  await scene.pass(2000)
  return scene
}

describe('a polled trigger', () => {
  // §D11-09
  test('marks what is present at first as seen, on three pages', async () => {
    const scene = await primed([pollApplet()], 60)
    await scene.pass(HOUR)
    expect([texts(scene), scene.runner.storage.peek('select * from seen').length]).toEqual([[], 60])
  })

  // §D11-09
  test('runs what is new, oldest first and once', async () => {
    const scene = await primed([pollApplet()], 3)
    for (let n = 0; n < 4; n++) scene.publish(`new ${n}`)
    await scene.pass(HOUR)
    expect(texts(scene)).toEqual(['new 0', 'new 1', 'new 2', 'new 3'])
  })

  // §D11-09
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

  // §D11-09
  test('reads five pages at most and says that some were skipped', async () => {
    const scene = await primed()
    for (let n = 0; n < 200; n++) scene.publish(`new ${n}`)
    await scene.pass(5 * HOUR)
    expect(texts(scene)).toHaveLength(125)
    expect(texts(scene)[0]).toBe('new 75')
    expect(lists(scene).filter(({ body }) => body.includes('"page":"100"'))).toHaveLength(1)
  })

  // §D11-09
  test('is one for all Applets with equal fields', async () => {
    const scene = await primed([pollApplet(1), pollApplet(2)])
    scene.publish('new')
    await scene.pass(MINUTE)
    expect(texts(scene)).toEqual(['new', 'new'])
    expect(scene.runner.storage.peek('select * from subscription')).toHaveLength(1)
  })

  // §D11-09
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

  // §D11-09
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

  // §D11-09
  test('a burst of new items is not braked', async () => {
    const scene = await primed([pollApplet()], 3)
    for (let n = 0; n < 40; n++) scene.publish(`new ${n}`)
    await scene.pass(2 * MINUTE)
    expect(scene.subscription().note).toBeNull()
  })

  // §D11-09
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

  // §D11-09
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

  // §D11-09
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

describe('what happened while an Applet was off', () => {
  // §D11-09
  test('by its user is marked as seen and offered', async () => {
    const scene = await primed()
    scene.sync({ programs: [] })
    scene.publish('missed')
    await scene.pass(HOUR)
    scene.sync({ programs: [{ ...pollApplet(), enabled_at: 2 }] })
    await scene.pass(HOUR)
    expect([texts(scene), JSON.parse(scene.subscription().missed).length]).toEqual([[], 1])
    expect(scene.runner.change((memory) => runMissed(memory, 1))).toBe(1)
    await scene.pass(MINUTE)
    expect(texts(scene)).toEqual(['missed'])
    expect(scene.runner.change((memory) => runMissed(memory, 1))).toBe(0)
  })

  // §D11-09
  test('by its user while it was asked is not run', async () => {
    const scene = await primed([pollApplet()], 1)
    await scene.pass(10_000)
    scene.runner.change((memory) => pollSoon(memory, { identity: 'items:a:' }))
    await scene.pass(6)
    scene.sync({ programs: [] })
    scene.publish('missed')
    scene.sync({ programs: [{ ...pollApplet(), enabled_at: 2 }] })
    await scene.pass(HOUR)
    expect(texts(scene)).toEqual([])
  })

  // §D11-09
  test('by its plan, a broken connection or itself runs afterwards', async () => {
    const accounts = (status: 'connected' | 'broken') => [{ id: 'account', module_name: 'bank', name: 'Me', status }]
    const program = pollApplet(1, 'key', 'account')
    const scene = new Scene([program], { accounts: accounts('connected') })
    await scene.pass(2000)
    scene.sync({ programs: [{ ...program, running: false }] })
    scene.publish('plan')
    await scene.pass(DAY)
    expect(texts(scene)).toEqual([])
    scene.sync({ programs: [program] })
    await scene.pass(MINUTE)
    scene.account = 'broken'
    scene.sync({ accounts: accounts('broken') })
    scene.publish('connection')
    await scene.pass(DAY)
    expect(texts(scene)).toEqual(['plan'])
    scene.account = 'connected'
    scene.sync({ accounts: accounts('connected') })
    await scene.pass(MINUTE)
    const paused = { failures: 20, since: 0, paused: 'failing', broken_since: null, told_silent: null } as const
    scene.runner.memory.troubles.set(1, paused)
    scene.publish('itself')
    await scene.pass(DAY)
    expect(texts(scene)).toEqual(['plan', 'connection'])
    scene.runner.change((memory) => {
      endTrouble(memory, 1)
      refreshTriggers(memory)
    })
    await scene.pass(MINUTE)
    expect(texts(scene)).toEqual(['plan', 'connection', 'itself'])
  })
})

// §D11-09
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

// §D11-09
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

// §D11-09
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

// §D11-09
test('polled runs begin in order, and a retry may be overtaken', async () => {
  const scene = await primed()
  scene.far.script = ['healthy', 'refused']
  for (let n = 0; n < 5; n++) scene.publish(`new ${n}`)
  await scene.pass(10 * MINUTE)
  expect(texts(scene)).toEqual(['new 1', 'new 2', 'new 3', 'new 4', 'new 0'])
})

describe('a trigger that is silent', () => {
  // §D11-14
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

  // §D11-14
  test('is told of a hook too', async () => {
    const scene = new Scene([{ ...aProgram(1, [aBranch(aHook(), [aStep(1, 'key')])]), expect_every: DAY }])
    scene.send()
    await scene.pass(5 * DAY)
    expect(scene.runner.silent).toEqual(['Applet 1'])
  })
})

function aHook() {
  return { ...aStep(0, 'request'), identity: 'hook' }
}

describe('a schedule', () => {
  const scheduled = () =>
    new Scene([aProgram(1, [aBranch(clockTrigger(6), [aStep(1, 'safe', { text: '{{Value1}}' })])])])

  // §D11-17
  test('runs at its times, once each', async () => {
    const scene = scheduled()
    await scene.pass(2 * DAY)
    expect(scene.far.effects.map(({ at }) => Math.floor((at - NOON) / HOUR))).toEqual(
      [6, 12, 18, 24, 30, 36, 42, 48].slice(0, scene.far.effects.length),
    )
    expect(scene.runs()).toHaveLength(8)
  })

  // §D11-17
  test('less than an hour late it still runs; later it is named', async () => {
    const scene = scheduled()
    scene.clock.shift(18 * HOUR + 30 * MINUTE)
    await scene.pass(MINUTE)
    expect(scene.runs().map(({ state, message }) => [state, message])).toEqual([
      ['skipped', 'Missed: nothing could run at that time.'],
      ['skipped', 'Missed: nothing could run at that time.'],
      ['done', null],
    ])
    expect(scene.runner.logged.some((line) => line.startsWith('schedule_late'))).toBe(true)
  })

  // §D11-17
  test('does no time twice after the clock went back', async () => {
    const scene = scheduled()
    await scene.pass(13 * HOUR)
    scene.clock.shift(-10 * HOUR)
    scene.runner.engine.ring()
    await scene.pass(DAY)
    const ids = scene.runs().map(({ event_id }) => event_id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(4)
  })
})
