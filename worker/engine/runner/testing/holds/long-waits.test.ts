import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../../contract/shared/durations.ts'
import { tryNow } from '../../reopen/try-now.ts'
import { bankAccount } from '../applet-makers.ts'
import { bankApplet, hookApplet, NOON, Scene } from '../scene.ts'

const onHold = (scene: Scene) => {
  scene.off.add('far')
  scene.send()
}

const pressTry = (scene: Scene) => scene.runner.change((memory) => tryNow(memory, scene.ids()[0] ?? ''))

describe('a run that waits for an hour', () => {
  test('its user is told once, as of a failure', async () => {
    const scene = new Scene([hookApplet('key')])
    onHold(scene)
    await scene.pass(HOUR - MINUTE)
    expect(scene.runner.told).toEqual([])
    await scene.pass(3 * HOUR)
    const message = 'This service is paused for everyone. It goes on when it is back.'
    expect(scene.runner.told).toEqual([
      { applet_id: 1, name: 'Applet 1', run_id: expect.any(String), message, waits: true },
    ])
  })

  test('its user is told again a day later, if it still waits', async () => {
    const scene = new Scene([hookApplet('key')])
    onHold(scene)
    await scene.pass(DAY + 3 * HOUR)
    expect(scene.runner.told).toHaveLength(2)
  })

  test('several runs of an Applet are told once a day', async () => {
    const scene = new Scene([hookApplet('key')])
    onHold(scene)
    await scene.pass(HOUR / 2)
    scene.send()
    await scene.pass(5 * HOUR)
    expect(scene.runner.told).toHaveLength(1)
  })

  test('what is tried again counts as waiting', async () => {
    const scene = new Scene([hookApplet('key')])
    scene.far.script = Array.from({ length: 20 }, () => 'unavailable')
    scene.send()
    await scene.pass(2 * HOUR)
    expect(scene.runner.told.map(({ waits }) => waits)).toEqual([true])
  })

  test('nobody is told of one that went on within the hour', async () => {
    const scene = new Scene([hookApplet('key')])
    onHold(scene)
    await scene.pass(HOUR / 2)
    scene.off.clear()
    await scene.pass(DAY)
    expect([scene.states(), scene.runner.told]).toEqual([['done'], []])
  })

  test('nobody is told who does not want it', async () => {
    const scene = new Scene([hookApplet('key', { notify_failures: false })])
    onHold(scene)
    await scene.pass(DAY)
    expect(scene.runner.told).toEqual([])
  })

  test('a pause of their own and a broken account are not told', async () => {
    const paused = new Scene([hookApplet('key')], { paused_until: NOON + DAY })
    paused.send()
    await paused.pass(DAY - MINUTE)
    const broken = new Scene([bankApplet], bankAccount('connected'))
    broken.far.tokens.clear()
    broken.send()
    await broken.pass(DAY)
    expect([paused.runner.told, broken.holds(), broken.runner.told]).toEqual([[], ['connection'], []])
  })
})

describe('the next try, made at once', () => {
  test('it does what waits to be tried again', async () => {
    const scene = new Scene([hookApplet('key')])
    scene.far.script = Array.from({ length: 5 }, () => 'unavailable')
    scene.send()
    await scene.pass(10 * MINUTE)
    expect([scene.states(), scene.page()?.can_try_now]).toEqual([['retrying'], true])
    expect(pressTry(scene)).toBe(true)
    await scene.pass(MINUTE)
    expect(scene.states()).toEqual(['done'])
  })

  test('it is refused where something else ends the hold', async () => {
    const scene = new Scene([hookApplet('key')], { paused_until: NOON + DAY })
    scene.send()
    await scene.pass(MINUTE)
    expect([scene.page()?.can_try_now, pressTry(scene), scene.states()]).toEqual([false, false, ['held']])
  })
})
