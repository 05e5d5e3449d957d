import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../../../contract/shared/durations.ts'
import { aBranch, aProgram, aStep, hookTrigger } from '../applet-makers.ts'
import { hookApplet, Scene } from '../scene.ts'

describe('what hangs for over half a minute', () => {
  test('is taken again then, and no sooner', async () => {
    const scene = new Scene([hookApplet('key')])
    expect(await scene.meet(['hang'], 25_000)).toBe('calling')
    expect(scene.far.requests).toHaveLength(1)
    await scene.pass(15_000)
    expect([scene.states(), scene.far.requests.length, scene.far.effects.length]).toEqual([['done'], 2, 1])
  })

  test('is taken again, and its late answer ends its step', async () => {
    const scene = new Scene([hookApplet('key')])
    scene.far.limited_for = 5 * HOUR
    expect(await scene.meet(['hang', 'limited'], 2 * MINUTE)).toBe('retrying')
    await scene.pass(2 * MINUTE)
    expect([scene.states(), scene.far.effects.length, scene.far.requests.length]).toEqual([['done'], 1, 2])
    expect(scene.runner.memory.open_runs).toBe(0)
  })

  test('disturbs no other attempt', async () => {
    const scene = new Scene([hookApplet('key')])
    expect(await scene.meet(['hang', 'hang', 'slow'], 10 * MINUTE)).toBe('done')
    expect([scene.far.effects.length, scene.runner.memory.open_runs]).toEqual([1, 0])
  })

  test('goes on in one place only', async () => {
    const scene = new Scene([aProgram(1, [aBranch(hookTrigger(), [aStep(1, 'key'), aStep(2, 'key')])])])
    scene.far.limited_for = 5 * HOUR
    expect(await scene.meet(['hang', 'limited', 'limited'], HOUR)).toBe('retrying')
    expect(scene.far.requests).toHaveLength(3)
  })

  test('leaves no question once its answer came', async () => {
    const scene = new Scene([hookApplet('unsafe')])
    expect(await scene.meet(['hang'], 2 * MINUTE)).toBe('unsure')
    await scene.pass(HOUR)
    expect([scene.states(), scene.far.effects.length, scene.runner.memory.open_runs]).toEqual([['done'], 1, 0])
  })
})

test('a step that may take a minute does not count as hanging', async () => {
  const scene = new Scene([hookApplet('patient')])
  expect(await scene.meet(['hang'], 75_000)).toBe('calling')
  expect(scene.far.requests).toHaveLength(1)
  await scene.pass(20_000)
  expect(scene.states()).toEqual(['unsure'])
})

test('many slow calls are not taken for one that hangs', async () => {
  const scene = new Scene([hookApplet('winding')])
  expect(await scene.meet(Array(7).fill('slow'), 2 * MINUTE)).toBe('done')
  expect([scene.far.effects.length, scene.far.requests.length]).toEqual([1, 7])
})

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
