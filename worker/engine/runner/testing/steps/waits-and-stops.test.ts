import { describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '../../../../contract/shared/durations.ts'
import { cancelOpenRuns } from '../../config/cancel-runs.ts'
import { aBranch, aProgram, aStep, hookTrigger } from '../applet-makers.ts'
import { hookApplet, Scene } from '../scene.ts'

test('a wait of days outlives crashes and keeps its version', async () => {
  const branch = aBranch(hookTrigger(), [aStep(1, 'key', { text: 'old' })], { wait: 3 * 86_400 })
  const scene = new Scene([aProgram(1, [branch])])
  scene.send()
  await scene.pass(DAY)
  scene.runner.kill()
  scene.sync({
    programs: [aProgram(1, [aBranch(hookTrigger(), [aStep(1, 'key', { text: 'new' })])], { version: 2 })],
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

  test('the step is finished and no further one begins', async () => {
    const scene = await stopped(false)
    expect(scene.states()).toEqual(['cancelled'])
    expect(scene.page()?.steps.map(({ state }) => state)).toEqual(['done', 'done', 'cancelled'])
    expect(scene.far.requests).toHaveLength(1)
  })

  test.each(['safe', 'key', 'find', 'unsafe'] as const)(
    '%s: one that only waits for its place is not done',
    async (slug) => {
      const scene = new Scene([hookApplet(slug)])
      const { places } = scene.runner.memory.world
      const taken = await Promise.all(Array.from({ length: 6 }, () => places.take(1000)))
      scene.send()
      await scene.pass(1000)
      const seqs = scene.runs().map(({ seq }) => seq)
      expect(scene.runner.change((memory) => cancelOpenRuns(memory, { seqs }, 'You stopped it.'))).toBe(1)
      for (const place of taken) place?.release()
      await scene.pass(MINUTE)
      expect([scene.states(), scene.far.requests]).toEqual([['cancelled'], []])
    },
  )

  test('a crash does not forget it', async () => {
    const scene = await stopped(true)
    expect(scene.states()).toEqual(['cancelled'])
    expect(scene.far.requests).toHaveLength(1)
  })
})

test('turning an Applet off cancels what waits and retries', async () => {
  const scene = new Scene([hookApplet('key')])
  expect(await scene.meet(['refused', 'refused', 'refused'], MINUTE)).toBe('retrying')
  scene.sync({ programs: [] })
  expect(scene.states()).toEqual(['cancelled'])
  expect(scene.send()).toEqual({ kind: 'unknown' })
  expect(scene.runner.memory.open_runs).toBe(0)
})
