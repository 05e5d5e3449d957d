import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../../contract/shared/durations.ts'
import { readHealth } from '../../read/applet-health.ts'
import { aBranch, aProgram, aStep, bankAccount, hookTrigger, NEEDS_NOTHING, PRO } from '../applet-makers.ts'
import { bankApplet, hookApplet, NOON, Scene } from '../scene.ts'

const needy = hookApplet('key', { needs: { ...NEEDS_NOTHING, multi_action: true } })

/** Acts at a service with a host, a circuit breaker and a limit for the whole app. */
const meteredApplet = aProgram(1, [
  aBranch(hookTrigger(), [{ ...aStep(1, 'key', { text: '{{Value1}}' }), module_name: 'metered' }]),
])

/** Acts at a service that wants a second between two changes of one account. */
const patientApplet = (id: number) =>
  aProgram(id, [
    aBranch(hookTrigger(), [{ ...aStep(1, 'key', { text: '{{Value1}}' }, 'account'), module_name: 'patient' }]),
  ])

describe('what holds a run, and what lets it go on', () => {
  test('a plan that does not allow it, until one does', async () => {
    const scene = new Scene([needy])
    expect(await scene.meet([], MINUTE)).toBe('held')
    expect(scene.holds()).toEqual(['plan'])
    scene.sync({ subscriptions: [...PRO] })
    await scene.pass(MINUTE)
    expect(scene.states()).toEqual(['done'])
  })

  test('a plan that paused it; its hook is unknown', async () => {
    const scene = new Scene([hookApplet('key')], { paused_until: NOON + DAY })
    scene.send()
    scene.sync({ programs: [hookApplet('key', { running: false })], paused_until: null })
    await scene.pass(MINUTE)
    expect([scene.states(), scene.holds(), scene.send().kind]).toEqual([['held'], ['plan'], 'unknown'])
    scene.sync({ programs: [hookApplet('key')] })
    await scene.pass(MINUTE)
    expect(scene.states()).toEqual(['done'])
  })

  test('a pause of everything, until its day', async () => {
    const scene = new Scene([hookApplet('key')], { paused_until: NOON + DAY })
    expect(await scene.meet([], DAY - MINUTE)).toBe('held')
    await scene.pass(2 * MINUTE)
    expect(scene.states()).toEqual(['done'])
  })

  test('a service that is switched off', async () => {
    const scene = new Scene([hookApplet('key')])
    scene.off.add('far')
    expect(await scene.meet([], HOUR)).toBe('held')
    expect([scene.holds(), scene.far.requests]).toEqual([['service_off'], []])
    scene.off.clear()
    await scene.pass(6 * MINUTE)
    expect(scene.states()).toEqual(['done'])
  })

  test('an Applet names the services that are switched off', async () => {
    const scene = new Scene([hookApplet('key')])
    const stopped = async () => (await readHealth(scene.runner.memory, [1])).map((health) => health.stopped_services)
    expect(await stopped()).toEqual([[]])
    scene.off.add('far')
    expect(await stopped()).toEqual([['far']])
  })

  test('filter code that takes too much time, until the minute ends', async () => {
    const filter = { id: -1, kind: 'filter' as const, compiled: { version: 2 as const, source: 'for (;;);' } }
    const [branch] = hookApplet('key').branches
    const endless = aProgram(1, branch ? [{ ...branch, steps: [filter, ...branch.steps] }] : [])
    const scene = new Scene([endless])
    for (let run = 0; run < 60; run++) scene.send()
    await scene.pass(MINUTE / 2)
    const held = scene.holds().filter((hold) => hold === 'filter')
    expect(held.length).toBeGreaterThan(25)
    expect(held.length).toBeLessThan(40)
    expect(scene.states().filter((state) => state === 'failed')).toHaveLength(60 - held.length)
    await scene.pass(3 * MINUTE)
    expect(scene.states().filter((state) => state === 'failed')).toHaveLength(60)
  })

  test('a host that is left alone, until it is not', async () => {
    const scene = new Scene([meteredApplet])
    scene.host_delay = MINUTE
    expect(await scene.meet([], 3 * MINUTE)).toBe('held')
    expect([scene.holds(), scene.far.requests]).toEqual([['host'], []])
    scene.host_delay = 0
    await scene.pass(2 * MINUTE)
    expect(scene.states()).toEqual(['done'])
  })

  test("the app's own limit, until it has a call again", async () => {
    const scene = new Scene([meteredApplet])
    scene.call_wait = 20_000
    expect(await scene.meet([], 15_000)).toBe('held')
    scene.call_wait = 0
    await scene.pass(MINUTE)
    expect([scene.states(), scene.far.requests.length]).toEqual([['done'], 1])
  })

  test('our own database away, without counting a try', async () => {
    const scene = new Scene([bankApplet])
    scene.account = 'away'
    expect(await scene.meet([], HOUR)).toBe('held')
    expect([scene.holds(), scene.page()?.steps.at(-1)?.tries]).toEqual([['internal'], []])
    scene.account = 'connected'
    await scene.pass(MINUTE)
    expect(scene.states()).toEqual(['done'])
  })

  test('a connection that is broken, until it is reconnected', async () => {
    const scene = new Scene([bankApplet], bankAccount('connected'))
    scene.far.tokens.clear()
    expect(await scene.meet([], MINUTE)).toBe('held')
    expect([scene.holds(), scene.account]).toEqual([['connection'], 'broken'])
    scene.sync(bankAccount('broken'))
    await scene.pass(HOUR)
    expect(scene.holds()).toEqual(['connection'])
    scene.far.tokens.add('token')
    scene.account = 'connected'
    scene.sync(bankAccount('connected'))
    await scene.pass(MINUTE)
    expect(scene.states()).toEqual(['done'])
  })

  test('a reconnect while another action of the run was under way', async () => {
    const actions = [aStep(1, 'key', {}, 'account'), aStep(2, 'key')]
    const scene = new Scene([aProgram(1, [aBranch(hookTrigger(), actions)])], bankAccount('connected'))
    scene.account = 'broken'
    scene.far.script = ['slow']
    scene.send()
    await scene.pass(1000)
    scene.account = 'connected'
    scene.sync(bankAccount('connected'))
    await scene.pass(HOUR)
    expect([scene.states(), scene.far.effects.length]).toEqual([['done'], 2])
  })

  test('a reconnect that no sync saw break', async () => {
    const scene = new Scene([bankApplet], bankAccount('connected'))
    scene.far.tokens.clear()
    await scene.meet([], MINUTE)
    scene.far.tokens.add('token')
    scene.account = 'connected'
    scene.sync(bankAccount('connected'))
    await scene.pass(MINUTE)
    expect(scene.states()).toEqual(['done'])
  })
})

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

test('changes of one account are as far apart as its service asks', async () => {
  const scene = new Scene([patientApplet(1), patientApplet(2)])
  for (let n = 0; n < 6; n++) scene.send()
  await scene.pass(MINUTE)
  const times = scene.far.effects.map(({ at }) => at)
  expect(times).toHaveLength(6)
  expect(times.slice(1).filter((at, index) => at - (times[index] ?? 0) < 1000)).toEqual([])
  expect(scene.states()).toEqual(Array.from({ length: 6 }, () => 'done'))
})
