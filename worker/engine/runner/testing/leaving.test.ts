import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../../contract/shared/durations.ts'
import { pollApplet, primed } from './poll-scene.ts'
import type { Scene } from './scene.ts'

const IDENTITY = 'items:a:'
const [FIRST, SECOND] = [pollApplet(1), pollApplet(2)]

/** The times that the service was told that a trigger is not followed anymore. */
function told(scene: Scene): string[] {
  return scene.far.requests.flatMap(({ action, body }) => (action === 'leave' ? [body] : []))
}

/** A primed trigger whose only Applet its user turns off. */
async function turnedOff(meets: Scene['far']['script'] = []): Promise<Scene> {
  const scene = await primed([FIRST])
  scene.far.script = [...meets]
  scene.sync({ programs: [] })
  return scene
}

test('the service is told once when the last Applet goes', async () => {
  const scene = await primed([FIRST, SECOND])
  scene.sync({ programs: [SECOND] })
  await scene.pass(MINUTE)
  expect(told(scene)).toEqual([])
  scene.sync({ programs: [] })
  await scene.pass(12 * HOUR)
  expect(told(scene)).toEqual([IDENTITY])
})

test('a pause and an edit of other steps tell the service nothing', async () => {
  const scene = await primed([FIRST])
  scene.sync({ programs: [{ ...FIRST, running: false }] })
  await scene.pass(MINUTE)
  scene.sync({ programs: [{ ...pollApplet(1, 'safe'), version: 2 }] })
  await scene.pass(HOUR)
  expect(told(scene)).toEqual([])
})

test.each(['server', 'rejected', 'skip', 'limited', 'nonsense'] as const)(
  'the answer “%s” is enough',
  async (answer) => {
    const scene = await turnedOff([answer])
    await scene.pass(12 * HOUR)
    expect(told(scene)).toEqual([IDENTITY])
  },
)

test('a service that cannot be reached is told again', async () => {
  const scene = await turnedOff(['refused', 'timeout'])
  await scene.pass(5 * MINUTE)
  expect(told(scene)).toEqual([IDENTITY, IDENTITY, IDENTITY])
  await scene.pass(12 * HOUR)
  expect(told(scene)).toHaveLength(3)
})

test('turned off again while the service is told, it is told again', async () => {
  // The second poll is under way longer than the first notice.
  const scene = await turnedOff(['slow', 'slow'])
  await scene.pass(1000)
  scene.sync({ programs: [FIRST] })
  await scene.pass(1000)
  scene.sync({ programs: [] })
  await scene.pass(12 * HOUR)
  expect(told(scene)).toEqual([IDENTITY, IDENTITY])
})

test('a crash before the answer has the service told again', async () => {
  const scene = await turnedOff()
  await scene.pass(3)
  expect(told(scene)).toHaveLength(1)
  scene.runner.kill()
  await scene.pass(5 * MINUTE)
  expect(told(scene)).toEqual([IDENTITY, IDENTITY])
})

test('a crash before the request loses nothing', async () => {
  const scene = await primed([FIRST])
  scene.off.add('far')
  scene.sync({ programs: [] })
  scene.runner.kill()
  scene.off.clear()
  await scene.pass(HOUR)
  expect(told(scene)).toEqual([IDENTITY])
})

test('a trigger that is followed again is not left', async () => {
  const scene = await primed([FIRST])
  scene.off.add('far')
  scene.sync({ programs: [] })
  await scene.pass(MINUTE)
  scene.off.clear()
  scene.sync({ programs: [FIRST] })
  await scene.pass(2 * HOUR)
  expect(told(scene)).toEqual([])
})

test('a poll under way ends before its trigger is left', async () => {
  const scene = await primed([FIRST])
  scene.far.script = ['slow']
  await scene.pass(MINUTE)
  const polls = scene.far.requests.length
  expect(scene.far.open).toBe(1)
  scene.sync({ programs: [] })
  await scene.pass(1000)
  expect(scene.far.requests).toHaveLength(polls)
  await scene.pass(MINUTE)
  expect(told(scene)).toEqual([IDENTITY])
})

test('a Runner that older code made tells services too', async () => {
  const scene = await primed([FIRST])
  scene.runner.storage.sql('drop table leaving')
  scene.runner.storage.sql("update meta set value = '2' where key = 'schema'")
  scene.runner.kill()
  scene.sync({ programs: [] })
  await scene.pass(MINUTE)
  expect(told(scene)).toEqual([IDENTITY])
})

test('an account that is gone leaves nothing to tell', async () => {
  const scene = await primed([pollApplet(1, 'key', 'account')])
  scene.account = 'broken'
  scene.sync({ programs: [] })
  await scene.pass(12 * HOUR)
  expect(told(scene)).toEqual([])
  expect(scene.runner.storage.peek('select * from leaving')).toEqual([])
})
