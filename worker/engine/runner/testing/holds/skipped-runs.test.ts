import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../../../contract/shared/durations.ts'
import { hookApplet, NOON, Scene } from '../scene.ts'

describe('runs that fall out', () => {
  test('at most once in a time', async () => {
    const scene = new Scene([hookApplet('key', { min_gap: 600 })])
    for (let n = 0; n < 4; n++) await scene.meet([], 4 * MINUTE)
    expect(scene.states()).toEqual(['done', 'skipped', 'skipped', 'done'])
    expect(scene.page(1)?.message).toBe('It came too soon after the last run, as you asked.')
  })

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
