import { expect, test } from 'vitest'
import { MINUTE } from '../../../../contract/shared/durations.ts'
import { aBranch, aProgram, aRequest, aStep, pollTrigger } from '../applet-makers.ts'
import { hookApplet, Scene } from '../scene.ts'

/** Three Applets that poll, one whose three runs are under way, and one with an action that must not be done twice. */
function sixBusyCalls(kind: 'unsafe' | 'find' | 'key' | 'winding' = 'unsafe') {
  const polls = [3, 4, 5].map((id) => aProgram(id, [aBranch(pollTrigger(`stream ${id}`), [aStep(1, 'key')])]))
  const scene = new Scene([hookApplet('key'), hookApplet(kind, {}, 2), ...polls])
  scene.far.script = Array(6).fill('hang')
  return scene
}

async function sendSeven(scene: Scene): Promise<void> {
  await scene.pass(10)
  for (let n = 0; n < 3; n++) scene.send()
  await scene.pass(10)
  scene.runner.accept(aRequest(2))
  await scene.pass(10)
}

test('six calls are under way at the far side', async () => {
  const scene = sixBusyCalls()
  await sendSeven(scene)
  expect([scene.far.open, scene.far.requests.length]).toEqual([6, 6])
})

test.each(['unsafe', 'find', 'key', 'winding'] as const)(
  'a seventh call (%s) waits here and is told as unsent',
  async (kind) => {
    const scene = sixBusyCalls(kind)
    await sendSeven(scene)
    const seventh = () => scene.runs().find(({ applet_id }) => applet_id === 2)
    expect(seventh()?.state).toBe('calling')
    await scene.pass(11_000)
    expect(seventh()).toMatchObject({ state: 'held', hold: 'calls' })
    expect(scene.far.requests).toHaveLength(6)
    scene.far.script = []
    await scene.pass(10 * MINUTE)
    expect(scene.runs().filter(({ state }) => state !== 'done')).toEqual([])
    expect(scene.far.effects.filter(({ action }) => action === (kind === 'winding' ? 'find' : kind))).toHaveLength(
      kind === 'key' ? 4 : 1,
    )
  },
)

test('a crash while a seventh call waits leaves no question', async () => {
  const scene = sixBusyCalls()
  await sendSeven(scene)
  await scene.pass(5000)
  scene.runner.kill()
  scene.far.script = []
  await scene.pass(10 * MINUTE)
  expect(scene.states()).toEqual(['done', 'done', 'done', 'done'])
})

test('the wait for a place takes no time of a call', async () => {
  const scene = sixBusyCalls()
  scene.far.script = [...Array<'timeout'>(6).fill('timeout'), 'slow']
  await sendSeven(scene)
  await scene.pass(25_000)
  expect(scene.runs().find(({ applet_id }) => applet_id === 2)?.state).toBe('done')
})
