import { expect, test } from 'vitest'
import { MINUTE } from '../../../../contract/shared/durations.ts'
import { aSnapshot } from '../applet-makers.ts'
import { hookApplet, Scene } from '../scene.ts'

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
