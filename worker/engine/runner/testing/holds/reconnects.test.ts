import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../../../contract/shared/durations.ts'
import { resolveHeld } from '../../config/release-holds.ts'
import { bankAccount } from '../applet-makers.ts'
import { bankApplet, Scene } from '../scene.ts'

describe('after a reconnect', () => {
  const reconnected = async (runs: number, away: number) => {
    const scene = new Scene([bankApplet], bankAccount('broken'))
    scene.account = 'broken'
    for (let n = 0; n < runs; n++) scene.send()
    await scene.pass(away)
    scene.account = 'connected'
    scene.sync(bankAccount('connected'))
    await scene.pass(MINUTE)
    return scene
  }

  test('twenty runs of less than a day go on by themselves', async () => {
    expect(new Set((await reconnected(20, 23 * HOUR)).states())).toEqual(new Set(['done']))
  })

  test.each([
    [21, HOUR],
    [1, 25 * HOUR],
  ])('%i runs after %i ms wait for an answer', async (runs, away) => {
    const scene = await reconnected(runs, away)
    expect(new Set(scene.holds())).toEqual(new Set(['reconnected']))
    scene.runner.change((memory) => resolveHeld(memory, 1, 'do'))
    await scene.pass(2 * MINUTE)
    expect(new Set(scene.states())).toEqual(new Set(['done']))
  })
})
