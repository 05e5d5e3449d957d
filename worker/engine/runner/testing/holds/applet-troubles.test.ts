import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../../../contract/shared/durations.ts'
import { readHealth } from '../../read/applet-health.ts'
import { withTroubles } from '../../read/applet-troubles.ts'
import { aBranch, aProgram, aStep, bankAccount, hookTrigger } from '../applet-makers.ts'
import { pollApplet, primed } from '../poll-scene.ts'
import { bankApplet, hookApplet, Scene } from '../scene.ts'

async function troubleIn({ runner }: Scene) {
  const [only] = await withTroubles(runner.memory, [])
  return only?.trouble ?? null
}

test('an Applet that works has no trouble', async () => {
  const scene = new Scene([hookApplet('key')])
  expect(await withTroubles(scene.runner.memory, [{ applet_id: 1, run_count: 3, last_run: 5 }])).toEqual([
    { applet_id: 1, run_count: 3, last_run: 5, trouble: null },
  ])
})

test.each([
  ['broken', bankAccount('broken')],
  ['gone', { accounts: [] }],
])('an account that is %s is named by its service', async (_, accounts) => {
  const scene = new Scene([bankApplet], bankAccount('connected'))
  expect(await troubleIn(scene)).toBe(null)
  scene.sync(accounts)
  expect(await troubleIn(scene)).toEqual({ kind: 'connection', module_name: 'bank' })
})

test('a step that its service no longer has is named', async () => {
  const gone = aProgram(1, [aBranch(hookTrigger(), [aStep(1, 'no_such_step')])])
  expect(await troubleIn(new Scene([gone]))).toEqual({ kind: 'step_gone', module_name: 'far' })
})

test('a service that an operator has stopped is named', async () => {
  const scene = new Scene([hookApplet('key')])
  scene.off.add('far')
  expect(await troubleIn(scene)).toEqual({ kind: 'service_stopped', module_name: 'far' })
})

test('an Applet that its plan has paused needs no repair', async () => {
  const scene = new Scene([hookApplet('key', { running: false })])
  scene.off.add('far')
  expect(await troubleIn(scene)).toBe(null)
})

test('a look that failed says why, until one works', async () => {
  const scene = await primed()
  scene.far.troubles = ['rejected']
  await scene.pass(10 * MINUTE)
  expect(await troubleIn(scene)).toEqual({ kind: 'look_failed', message: 'It met: status' })
  expect(await readHealth(scene.runner.memory, [1])).toMatchObject([{ look_failed: true }])
  scene.far.troubles = ['healthy']
  await scene.pass(HOUR)
  expect(await troubleIn(scene)).toBe(null)
  expect(await readHealth(scene.runner.memory, [1])).toMatchObject([{ look_failed: false }])
})

test('the first look that fails is told at once, and once', async () => {
  const scene = new Scene([pollApplet()])
  scene.far.troubles = ['rejected']
  await scene.pass(MINUTE)
  expect(scene.runner.failed_looks).toHaveLength(1)
  await scene.pass(6 * HOUR)
  expect(scene.runner.failed_looks).toHaveLength(1)
})

test('a trigger that has worked is told of after an hour', async () => {
  const scene = await primed()
  scene.far.troubles = ['server']
  await scene.pass(HOUR - MINUTE)
  expect(scene.runner.failed_looks).toEqual([])
  await scene.pass(6 * HOUR)
  expect(scene.runner.failed_looks).toHaveLength(1)
  scene.far.troubles = ['healthy']
  await scene.pass(6 * HOUR)
  scene.far.troubles = ['server']
  await scene.pass(12 * HOUR)
  expect(scene.runner.failed_looks).toHaveLength(2)
})
