import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../worker/contract/shared/durations.ts'
import { refreshTriggers } from '../../worker/runner/config/apply-snapshot.ts'
import { setHeld } from '../../worker/runner/config/release-holds.ts'
import { endTrouble } from '../../worker/runner/store/troubles.ts'
import { aBranch, aProgram, aStep, hookTrigger, PRO } from './applet-makers.ts'
import { hookApplet, NOON, Scene } from './scene.ts'

const accounts = (status: 'connected' | 'broken') => [{ id: 'account', module_name: 'bank', name: 'Me', status }]
const bankApplet = aProgram(1, [aBranch(hookTrigger(), [aStep(1, 'key', {}, 'account')])])
const needy = hookApplet('key', {
  needs: { multi_action: true, queries: false, filter_code: false, several_accounts: false, plan: null },
})

/** Acts at a service with a host, a circuit breaker and a limit for the whole app. */
const meteredApplet = aProgram(1, [
  aBranch(hookTrigger(), [{ ...aStep(1, 'key', { text: '{{Value1}}' }), module_name: 'metered' }]),
])

/** Acts at a service that wants a second between two changes of one account. */
const patientApplet = (id: number) =>
  aProgram(id, [
    aBranch(hookTrigger(), [{ ...aStep(1, 'key', { text: '{{Value1}}' }, 'account'), module_name: 'patient' }]),
  ])

function held(scene: Scene) {
  return scene.runs().map(({ hold }) => hold)
}

describe('what holds a run, and what lets it go on', () => {
  // §D11-07
  test('a plan that does not allow it, until one does', async () => {
    const scene = new Scene([needy])
    expect(await scene.meet([], MINUTE)).toBe('held')
    expect(held(scene)).toEqual(['plan'])
    scene.sync({ subscriptions: [...PRO] })
    await scene.pass(MINUTE)
    expect(scene.states()).toEqual(['done'])
  })

  // §D11-07
  test('a plan that paused it; its hook is unknown', async () => {
    const scene = new Scene([hookApplet('key')], { paused_until: NOON + DAY })
    scene.send()
    scene.sync({ programs: [hookApplet('key', { running: false })], paused_until: null })
    await scene.pass(MINUTE)
    expect([scene.states(), held(scene), scene.send().kind]).toEqual([['held'], ['plan'], 'unknown'])
    scene.sync({ programs: [hookApplet('key')] })
    await scene.pass(MINUTE)
    expect(scene.states()).toEqual(['done'])
  })

  // §D11-07
  test('a pause of everything, until its day', async () => {
    const scene = new Scene([hookApplet('key')], { paused_until: NOON + DAY })
    expect(await scene.meet([], DAY - MINUTE)).toBe('held')
    await scene.pass(2 * MINUTE)
    expect(scene.states()).toEqual(['done'])
  })

  // §D11-07
  test('a service that is switched off', async () => {
    const scene = new Scene([hookApplet('key')])
    scene.off.add('far')
    expect(await scene.meet([], HOUR)).toBe('held')
    expect([held(scene), scene.far.requests]).toEqual([['service_off'], []])
    scene.off.clear()
    await scene.pass(6 * MINUTE)
    expect(scene.states()).toEqual(['done'])
  })

  // §D18-01
  test('a host that is left alone, until it is not', async () => {
    const scene = new Scene([meteredApplet])
    scene.host_delay = MINUTE
    expect(await scene.meet([], 3 * MINUTE)).toBe('held')
    expect([held(scene), scene.far.requests]).toEqual([['host'], []])
    scene.host_delay = 0
    await scene.pass(2 * MINUTE)
    expect(scene.states()).toEqual(['done'])
  })

  // §D18-03
  test("the app's own limit, until it has a call again", async () => {
    const scene = new Scene([meteredApplet])
    scene.call_wait = 20_000
    expect(await scene.meet([], 15_000)).toBe('held')
    scene.call_wait = 0
    await scene.pass(MINUTE)
    expect([scene.states(), scene.far.requests.length]).toEqual([['done'], 1])
  })

  // §D11-07
  test('our own database away, without counting a try', async () => {
    const scene = new Scene([bankApplet])
    scene.account = 'away'
    expect(await scene.meet([], HOUR)).toBe('held')
    expect([held(scene), scene.page()?.steps.at(-1)?.tries]).toEqual([['internal'], []])
    scene.account = 'connected'
    await scene.pass(MINUTE)
    expect(scene.states()).toEqual(['done'])
  })

  // §D11-07
  test('a connection that is broken, until it is reconnected', async () => {
    const scene = new Scene([bankApplet], { accounts: accounts('connected') })
    scene.far.tokens.clear()
    expect(await scene.meet([], MINUTE)).toBe('held')
    expect([held(scene), scene.account]).toEqual([['connection'], 'broken'])
    scene.sync({ accounts: accounts('broken') })
    await scene.pass(HOUR)
    expect(held(scene)).toEqual(['connection'])
    scene.far.tokens.add('token')
    scene.account = 'connected'
    scene.sync({ accounts: accounts('connected') })
    await scene.pass(MINUTE)
    expect(scene.states()).toEqual(['done'])
  })

  // §D11-07
  test('a reconnect while another action of the run was under way', async () => {
    const actions = [aStep(1, 'key', {}, 'account'), aStep(2, 'key')]
    const scene = new Scene([aProgram(1, [aBranch(hookTrigger(), actions)])], { accounts: accounts('connected') })
    scene.account = 'broken'
    scene.far.script = ['slow']
    scene.send()
    await scene.pass(1000)
    scene.account = 'connected'
    scene.sync({ accounts: accounts('connected') })
    await scene.pass(HOUR)
    expect([scene.states(), scene.far.effects.length]).toEqual([['done'], 2])
  })

  // §D11-07
  test('a reconnect that no sync saw break', async () => {
    const scene = new Scene([bankApplet], { accounts: accounts('connected') })
    scene.far.tokens.clear()
    await scene.meet([], MINUTE)
    scene.far.tokens.add('token')
    scene.account = 'connected'
    scene.sync({ accounts: accounts('connected') })
    await scene.pass(MINUTE)
    expect(scene.states()).toEqual(['done'])
  })
})

// §D18-04
test('a limit empties the leases of its hosts only', async () => {
  const scene = new Scene([meteredApplet, hookApplet('key', {}, 2)])
  scene.far.limited_for = 90_000
  scene.far.script = ['limited', 'limited']
  scene.send()
  await scene.pass(2000)
  scene.send({ target: { kind: 'applet', key_hash: 'key 2' } })
  await scene.pass(5 * MINUTE)
  expect([scene.emptied, scene.states()]).toEqual([[90_000], ['done', 'done']])
})

describe('after a reconnect', () => {
  const reconnected = async (runs: number, away: number) => {
    const scene = new Scene([bankApplet], { accounts: accounts('broken') })
    scene.account = 'broken'
    for (let n = 0; n < runs; n++) scene.send()
    await scene.pass(away)
    scene.account = 'connected'
    scene.sync({ accounts: accounts('connected') })
    await scene.pass(MINUTE)
    return scene
  }

  // §D11-08
  test('twenty runs of less than a day go on by themselves', async () => {
    expect(new Set((await reconnected(20, 23 * HOUR)).states())).toEqual(new Set(['done']))
  })

  // §D11-08
  test.each([
    [21, HOUR],
    [1, 25 * HOUR],
  ])('%i runs after %i ms wait for an answer', async (runs, away) => {
    const scene = await reconnected(runs, away)
    expect(new Set(held(scene))).toEqual(new Set(['reconnected']))
    scene.runner.change((memory) =>
      setHeld(memory, 1, 'reconnected', { state: 'ready', hold: null, due: scene.clock.now }),
    )
    await scene.pass(2 * MINUTE)
    expect(new Set(scene.states())).toEqual(new Set(['done']))
  })
})

describe('an Applet that turns itself off', () => {
  // §D11-13
  test('after 20 failures in a row over a day', async () => {
    const scene = new Scene([hookApplet('key')])
    scene.far.troubles = ['rejected']
    for (let n = 0; n < 19; n++) await scene.meet([], HOUR)
    expect(scene.runner.paused).toEqual([])
    await scene.pass(DAY)
    await scene.meet([], HOUR)
    expect(scene.runner.paused).toEqual(['Applet 1: failing'])
    expect(scene.send()).toEqual({ kind: 'unknown' })
    scene.runner.change((memory) => {
      endTrouble(memory, 1)
      refreshTriggers(memory)
    })
    expect(scene.send().kind).toBe('accepted')
  })

  // §D11-13
  test('never within a day', async () => {
    const scene = new Scene([hookApplet('key')])
    scene.far.troubles = ['rejected']
    for (let n = 0; n < 30; n++) await scene.meet([], 12 * MINUTE)
    expect(scene.runner.paused).toEqual([])
  })

  // §D11-13
  test('a success ends the row', async () => {
    const scene = new Scene([hookApplet('key')])
    for (let n = 0; n < 34; n++) await scene.meet(n === 15 ? [] : ['rejected', 'rejected', 'rejected'], 2 * HOUR)
    expect(scene.runner.paused).toEqual([])
  })

  // §D11-13
  test('skips and limits never count', async () => {
    const scene = new Scene([hookApplet('key')])
    scene.far.limited_for = MINUTE
    for (let n = 0; n < 40; n++) await scene.meet(n % 2 === 0 ? ['skip'] : ['limited'], 2 * HOUR)
    expect(scene.runner.memory.troubles.size).toBe(0)
  })

  // §D11-13
  test('after 14 days of a broken connection', async () => {
    const scene = new Scene([bankApplet], { accounts: accounts('broken') })
    await scene.pass(13 * DAY)
    expect(scene.runner.paused).toEqual([])
    await scene.pass(3 * DAY)
    expect(scene.runner.paused).toEqual(['Applet 1: broken_connection'])
  })

  // §D11-13
  test('above 60 of its own requests a minute', async () => {
    const scene = new Scene([hookApplet('key')])
    scene.far.script = ['slow']
    const answers = Array.from({ length: 70 }, () => scene.send({ hops: 1 }).kind)
    expect(answers.filter((kind) => kind === 'accepted')).toHaveLength(60)
    expect(answers.at(-1)).toBe('unknown')
    await scene.pass(5 * MINUTE)
    expect(new Set(scene.states())).toEqual(new Set(['done']))
    expect([scene.send().kind, scene.runner.paused]).toEqual(['unknown', ['Applet 1: loop']])
  })
})

describe('runs that fall out', () => {
  // §D11-12
  test('at most once in a time', async () => {
    const scene = new Scene([hookApplet('key', { min_gap: 600 })])
    for (let n = 0; n < 4; n++) await scene.meet([], 4 * MINUTE)
    expect(scene.states()).toEqual(['done', 'skipped', 'skipped', 'done'])
    expect(scene.page(1)?.message).toBe('It came too soon after the last run, as you asked.')
  })

  // §D11-12
  test('in quiet hours, also where a pause held it first', async () => {
    const quiet = { from: 13 * 60, to: 14 * 60 }
    const scene = new Scene([hookApplet('key', { quiet })], {
      timezone: 'Europe/Berlin',
      paused_until: NOON + 2 * HOUR,
    })
    scene.send()
    await scene.pass(HOUR)
    scene.send()
    await scene.pass(2 * HOUR)
    expect(scene.states()).toEqual(['skipped', 'done'])
    expect(scene.page(0)?.message).toBe('It was in your quiet hours.')
  })
})

test('failures are told once an hour, all together', async () => {
  const scene = new Scene([hookApplet('key')])
  scene.far.troubles = ['skip']
  scene.far.script = []
  for (let n = 0; n < 3; n++) await scene.meet(['rejected', 'rejected', 'rejected'], 15 * MINUTE)
  expect(scene.runner.told).toHaveLength(1)
  await scene.pass(HOUR)
  expect(scene.runner.told).toHaveLength(3)
})

test('a failure that could not be told comes with the next notice', async () => {
  const scene = new Scene([hookApplet('key')])
  scene.runner.mute = true
  await scene.meet(['rejected', 'rejected', 'rejected'], 15 * MINUTE)
  scene.runner.mute = false
  await scene.pass(2 * HOUR)
  expect(scene.runner.told).toHaveLength(1)
})

// §D50-05
test('changes of one account are as far apart as its service asks', async () => {
  const scene = new Scene([patientApplet(1), patientApplet(2)])
  for (let n = 0; n < 6; n++) scene.send()
  await scene.pass(MINUTE)
  const times = scene.far.effects.map(({ at }) => at)
  expect(times).toHaveLength(6)
  expect(times.slice(1).filter((at, index) => at - (times[index] ?? 0) < 1000)).toEqual([])
  expect(scene.states()).toEqual(Array.from({ length: 6 }, () => 'done'))
})
