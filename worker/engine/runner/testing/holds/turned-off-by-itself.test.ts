import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../../contract/shared/durations.ts'
import { refreshTriggers } from '../../config/follow-triggers.ts'
import { endTrouble } from '../../store/applet-failures.ts'
import { bankAccount } from '../applet-makers.ts'
import { bankApplet, hookApplet, Scene } from '../scene.ts'

describe('an Applet that turns itself off', () => {
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

  test('never within a day', async () => {
    const scene = new Scene([hookApplet('key')])
    scene.far.troubles = ['rejected']
    for (let n = 0; n < 30; n++) await scene.meet([], 12 * MINUTE)
    expect(scene.runner.paused).toEqual([])
  })

  test('a success ends the row', async () => {
    const scene = new Scene([hookApplet('key')])
    for (let n = 0; n < 34; n++) await scene.meet(n === 15 ? [] : ['rejected', 'rejected', 'rejected'], 2 * HOUR)
    expect(scene.runner.paused).toEqual([])
  })

  test('skips and limits never count', async () => {
    const scene = new Scene([hookApplet('key')])
    scene.far.limited_for = MINUTE
    for (let n = 0; n < 40; n++) await scene.meet(n % 2 === 0 ? ['skip'] : ['limited'], 2 * HOUR)
    expect(scene.runner.memory.troubles.size).toBe(0)
  })

  test('after 14 days of a broken connection', async () => {
    const scene = new Scene([bankApplet], bankAccount('broken'))
    await scene.pass(13 * DAY)
    expect(scene.runner.paused).toEqual([])
    await scene.pass(3 * DAY)
    expect(scene.runner.paused).toEqual(['Applet 1: broken_connection'])
  })

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
