import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../worker/contract/shared/durations.ts'
import { cancelOpenRuns } from '../../worker/runner/config/cancel-runs.ts'
import { aBranch, aProgram, aSnapshot, aStep, hookTrigger, PRO } from './applet-makers.ts'
import { hookApplet, Scene } from './scene.ts'

const kinds = ['safe', 'key', 'find', 'unsafe'] as const

// §D11-03
test.each(kinds)('a request is one effect of a %s action', async (kind) => {
  const scene = new Scene([hookApplet(kind)])
  expect(await scene.meet([], MINUTE)).toBe('done')
  expect(scene.far.effects).toHaveLength(1)
  expect(scene.runner.storage.peek('select * from work')).toEqual([])
})

describe('an effect whose answer is lost', () => {
  // §D11-04
  test.each([
    ['safe', 'done', 2],
    ['key', 'done', 1],
    ['find', 'done', 1],
    ['unsafe', 'unsure', 1],
  ] as const)('%s is %s after %i effects', async (kind, state, effects) => {
    const scene = new Scene([hookApplet(kind)])
    expect(await scene.meet(['lost'], MINUTE)).toBe(state)
    expect(scene.far.effects).toHaveLength(effects)
  })
})

describe('a crash after the request left', () => {
  // §D11-04
  test.each([
    ['safe', 'done', 2],
    ['key', 'done', 1],
    ['find', 'done', 1],
    ['unsafe', 'unsure', 1],
  ] as const)('%s is %s after %i effects', async (kind, state, effects) => {
    const scene = new Scene([hookApplet(kind)])
    scene.far.script = ['slow']
    scene.send()
    await scene.pass(1000)
    scene.runner.kill()
    await scene.pass(MINUTE)
    expect(scene.states()).toEqual([state])
    expect(scene.far.effects).toHaveLength(effects)
    if (state === 'unsure') expect(scene.page()?.message).toBe("We don't know whether this happened.")
  })
})

// §D11-04
test.each(['refused', 'unavailable', 'limited'] as const)('%s is known to have done nothing', async (trouble) => {
  const scene = new Scene([hookApplet('unsafe')])
  scene.far.limited_for = MINUTE
  expect(await scene.meet([trouble], HOUR)).toBe('done')
  expect(scene.far.effects).toHaveLength(1)
})

test('a failure that is final is known to have done nothing', async () => {
  const scene = new Scene([hookApplet('final')])
  expect(await scene.meet(['server'], 2000)).toBe('retrying')
})

// §D11-05
test.each([
  ['refused', 11, 'failed'],
  ['rejected', 3, 'failed'],
  ['nonsense', 3, 'failed'],
  ['skip', 1, 'skipped'],
] as const)('%s at every try: %i tries, then %s', async (trouble, tries, state) => {
  const scene = new Scene([hookApplet('key')])
  scene.far.troubles = [trouble]
  expect(await scene.meet([], DAY)).toBe(state)
  expect(scene.far.requests).toHaveLength(tries)
})

// §D11-05
test('a limit is waited for and never counts', async () => {
  const scene = new Scene([hookApplet('key')])
  scene.far.limited_for = 30 * MINUTE
  expect(
    await scene.meet(
      Array.from({ length: 15 }, () => 'limited'),
      7 * HOUR,
    ),
  ).toBe('retrying')
  await scene.pass(HOUR)
  expect(scene.states()).toEqual(['done'])
})

// §D11-03
test('an action that fails holds up none of the others', async () => {
  const actions = ['key', 'key', 'key'].map((kind, index) => aStep(index + 1, kind, { text: String(index) }))
  const scene = new Scene([aProgram(1, [aBranch(hookTrigger(), actions)])])
  expect(await scene.meet(['healthy', 'rejected', 'healthy', 'rejected', 'rejected'], DAY)).toBe('failed')
  expect(scene.far.effects.map(({ body }) => body)).toEqual(['{"text":"0"}', '{"text":"2"}'])
  expect(scene.page()?.steps.map(({ state }) => state)).toEqual(['done', 'done', 'failed', 'done'])
})

test('an action held for its account lets the others try', async () => {
  const actions = [aStep(1, 'key', {}, 'account'), aStep(2, 'key')]
  const scene = new Scene([aProgram(1, [aBranch(hookTrigger(), actions)])])
  scene.account = 'broken'
  expect(await scene.meet(['refused'], MINUTE)).toBe('held')
  expect(scene.far.effects).toHaveLength(1)
  expect(scene.far.requests).toHaveLength(2)
})

// §D11-04
test('what is decided once is sent again as it was', async () => {
  const scene = new Scene([aProgram(1, [aBranch(hookTrigger(), [aStep(1, 'key', { text: '{{Now}} {{Value1}}' })])])])
  scene.far.script = ['slow']
  scene.send()
  await scene.pass(1000)
  scene.runner.kill()
  await scene.pass(MINUTE)
  expect(new Set(scene.far.requests.map(({ body }) => body)).size).toBe(1)
  expect(scene.far.requests).toHaveLength(2)
})

test('a query is asked again until it answers, and then never', async () => {
  const queries = [aStep(5, 'count')]
  const branch = aBranch(hookTrigger(), [aStep(1, 'key', { text: '{{Far.count.Count}}' })], { queries, wait: 3600 })
  const scene = new Scene([aProgram(1, [branch])], { subscriptions: [...PRO] })
  scene.far.script = ['refused', 'healthy']
  scene.send()
  await scene.pass(MINUTE)
  expect(scene.states()).toEqual(['waiting'])
  scene.runner.kill()
  await scene.pass(HOUR)
  expect(scene.states()).toEqual(['done'])
  expect(scene.far.requests.map(({ action }) => action)).toEqual(['query', 'query', 'key'])
  expect(scene.far.effects[0]?.body).toBe('{"text":"1"}')
})

test('a wait of days outlives crashes and keeps its version', async () => {
  const branch = aBranch(hookTrigger(), [aStep(1, 'key', { text: 'old' })], { wait: 3 * 86_400 })
  const scene = new Scene([aProgram(1, [branch])])
  scene.send()
  await scene.pass(DAY)
  scene.runner.kill()
  scene.sync({
    programs: [aProgram(1, [{ ...branch, wait: 0, actions: [aStep(1, 'key', { text: 'new' })] }], { version: 2 })],
  })
  await scene.pass(DAY)
  expect(scene.states()).toEqual(['waiting'])
  await scene.pass(DAY + MINUTE)
  expect(scene.far.effects.map(({ body }) => body)).toEqual(['{"text":"old"}'])
})

describe('a stop while a step is under way', () => {
  const stopped = async (kills: boolean) => {
    const scene = new Scene([aProgram(1, [aBranch(hookTrigger(), [aStep(1, 'key'), aStep(2, 'key')])])])
    scene.far.script = ['slow']
    scene.send()
    await scene.pass(1000)
    const [run] = scene.runs()
    const seqs = run ? [run.seq] : []
    expect(scene.runner.change((memory) => cancelOpenRuns(memory, { seqs }, 'You stopped it.'))).toBe(1)
    if (kills) scene.runner.kill()
    await scene.pass(MINUTE)
    return scene
  }

  // §D11-06
  test('the step is finished and no further one begins', async () => {
    const scene = await stopped(false)
    expect(scene.states()).toEqual(['cancelled'])
    expect(scene.page()?.steps.map(({ state }) => state)).toEqual(['done', 'done', 'cancelled'])
    expect(scene.far.requests).toHaveLength(1)
  })

  // §D11-06
  test('a crash does not forget it', async () => {
    const scene = await stopped(true)
    expect(scene.states()).toEqual(['cancelled'])
    expect(scene.far.requests).toHaveLength(1)
  })
})

// §D11-06
test('turning an Applet off cancels what waits and retries', async () => {
  const scene = new Scene([hookApplet('key')])
  expect(await scene.meet(['refused', 'refused', 'refused'], MINUTE)).toBe('retrying')
  scene.sync({ programs: [] })
  expect(scene.states()).toEqual(['cancelled'])
  expect(scene.send()).toEqual({ kind: 'unknown' })
  expect(scene.runner.memory.open_runs).toBe(0)
})

describe('what hangs for over half a minute', () => {
  // §D11-03
  test('is taken again then, and no sooner', async () => {
    const scene = new Scene([hookApplet('key')])
    expect(await scene.meet(['hang'], 25_000)).toBe('calling')
    expect(scene.far.requests).toHaveLength(1)
    await scene.pass(15_000)
    expect([scene.states(), scene.far.requests.length, scene.far.effects.length]).toEqual([['done'], 2, 1])
  })

  // §D11-03
  test('is taken again, and its late answer ends its step', async () => {
    const scene = new Scene([hookApplet('key')])
    scene.far.limited_for = 5 * HOUR
    expect(await scene.meet(['hang', 'limited'], 2 * MINUTE)).toBe('retrying')
    await scene.pass(2 * MINUTE)
    expect([scene.states(), scene.far.effects.length, scene.far.requests.length]).toEqual([['done'], 1, 2])
    expect(scene.runner.memory.open_runs).toBe(0)
  })

  // §D11-03
  test('disturbs no other attempt', async () => {
    const scene = new Scene([hookApplet('key')])
    expect(await scene.meet(['hang', 'hang', 'slow'], 10 * MINUTE)).toBe('done')
    expect([scene.far.effects.length, scene.runner.memory.open_runs]).toEqual([1, 0])
  })

  // §D11-03
  test('goes on in one place only', async () => {
    const scene = new Scene([aProgram(1, [aBranch(hookTrigger(), [aStep(1, 'key'), aStep(2, 'key')])])])
    scene.far.limited_for = 5 * HOUR
    expect(await scene.meet(['hang', 'limited', 'limited'], HOUR)).toBe('retrying')
    expect(scene.far.requests).toHaveLength(3)
  })

  // §D11-03
  test('leaves no question once its answer came', async () => {
    const scene = new Scene([hookApplet('unsafe')])
    expect(await scene.meet(['hang'], 2 * MINUTE)).toBe('unsure')
    await scene.pass(HOUR)
    expect([scene.states(), scene.far.effects.length, scene.runner.memory.open_runs]).toEqual([['done'], 1, 0])
  })
})

// §D11-03
test('a run taken five times without any outcome fails', async () => {
  const scene = new Scene([hookApplet('key')])
  scene.far.troubles = ['slow']
  scene.send()
  for (let taken = 1; taken <= 5; taken++) {
    expect(scene.states()).toEqual(['calling'])
    await scene.pass(3000)
    scene.runner.kill()
    scene.runner.engine.startOverdue()
  }
  expect(scene.states()).toEqual(['failed'])
})

test('a run that never gets through is given up after 30 days', async () => {
  const scene = new Scene([hookApplet('key')], { paused_until: Date.UTC(2027, 0) })
  scene.send()
  await scene.pass(30 * DAY - MINUTE)
  expect(scene.states()).toEqual(['held'])
  await scene.pass(2 * MINUTE)
  expect(scene.states()).toEqual(['failed'])
  expect(scene.page()?.message).toBe('It waited too long.')
})

test('a disk that fails loses nothing and counts right', async () => {
  for (let statement = 0; statement < 40; statement++) {
    const scene = new Scene([hookApplet('key')])
    scene.runner.storage.failsIn = statement
    const send = () => scene.send({ event_id: 'one' })
    try {
      send()
    } catch {
      // The sender sends it again.
    }
    await scene.pass(MINUTE)
    scene.runner.storage.failsIn = null
    expect(send().kind).toBe('accepted')
    await scene.pass(5 * MINUTE)
    expect([scene.states(), scene.far.effects.length, scene.runner.memory.open_runs]).toEqual([['done'], 1, 0])
  }
})

test('a sync whose disk fails changes nothing and can come again', () => {
  for (let statement = 0; statement < 30; statement++) {
    const scene = new Scene([hookApplet('key')])
    scene.runner.storage.failsIn = statement
    const programs = [hookApplet('safe', { version: 2 }), hookApplet('key', {}, 2)]
    let failed = false
    try {
      scene.sync({ programs })
    } catch {
      failed = true
    }
    scene.runner.storage.failsIn = null
    if (failed) expect([...scene.runner.memory.programs.values()].map(({ program }) => program.version)).toEqual([1])
    scene.sync({ programs })
    expect([...scene.runner.memory.programs.values()].map(({ program }) => program.version)).toEqual([2, 1])
  }
})

test('an older snapshot changes nothing', () => {
  const scene = new Scene([hookApplet('key')])
  scene.sync({ programs: [] })
  scene.runner.sync(aSnapshot(1, [hookApplet('key')]))
  expect(scene.send()).toEqual({ kind: 'unknown' })
})

// §D11-03
test('an action that fails at once holds up none of the others', async () => {
  const actions = [aStep(1, 'key'), aStep(2, 'gone'), aStep(3, 'key')]
  const scene = new Scene([aProgram(1, [aBranch(hookTrigger(), actions)])])
  expect(await scene.meet([], MINUTE)).toBe('failed')
  expect(scene.far.effects).toHaveLength(2)
})
