import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../contract/shared/durations.ts'
import { aBranch, aProgram, aStep, clockTrigger } from './applet-makers.ts'
import { NOON, Scene } from './scene.ts'

describe('a schedule', () => {
  const scheduled = () =>
    new Scene([aProgram(1, [aBranch(clockTrigger(6), [aStep(1, 'safe', { text: '{{Value1}}' })])])])

  test('runs at its times, once each', async () => {
    const scene = scheduled()
    await scene.pass(2 * DAY)
    expect(scene.far.effects.map(({ at }) => Math.floor((at - NOON) / HOUR))).toEqual(
      [6, 12, 18, 24, 30, 36, 42, 48].slice(0, scene.far.effects.length),
    )
    expect(scene.runs()).toHaveLength(8)
  })

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
    expect(scene.runner.late).toEqual([`Applet 1: ${12 * HOUR + 30 * MINUTE}`])
  })

  test('says that more was missed than it names', async () => {
    const scene = scheduled()
    scene.clock.shift(30 * DAY + 10 * MINUTE)
    await scene.pass(MINUTE)
    const messages = scene.runs().flatMap(({ message }) => message ?? [])
    expect(messages).toHaveLength(50)
    expect(messages.at(-1)).toContain('later times are not listed')
    expect(messages.filter((message) => message.includes('not listed'))).toHaveLength(1)
    expect(scene.states().filter((state) => state === 'done')).toHaveLength(1)
  })

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
