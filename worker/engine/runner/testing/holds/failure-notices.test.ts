import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../../../contract/shared/durations.ts'
import { hookApplet, Scene } from '../scene.ts'

test('failures are told once an hour, all together', async () => {
  const scene = new Scene([hookApplet('key')])
  scene.far.troubles = ['skip']
  scene.far.script = []
  for (let n = 0; n < 3; n++) await scene.meet(['rejected', 'rejected', 'rejected'], 15 * MINUTE)
  expect(scene.runner.told).toHaveLength(1)
  await scene.pass(HOUR)
  expect(scene.runner.told).toHaveLength(3)
})

test('a failure that could not be told comes with the next notice', async () => {
  const scene = new Scene([hookApplet('key')])
  scene.runner.mute = true
  await scene.meet(['rejected', 'rejected', 'rejected'], 15 * MINUTE)
  scene.runner.mute = false
  await scene.pass(2 * HOUR)
  expect(scene.runner.told).toHaveLength(1)
})
