import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../../../contract/shared/durations.ts'
import { aBranch, aProgram, aStep, hookTrigger } from '../applet-makers.ts'
import { hookApplet, Scene } from '../scene.ts'

/** How a run of each kind of action ends, and after how many effects, where it is not known whether it happened. */
const ONCE_LOST = [
  ['safe', 'done', 2],
  ['key', 'done', 1],
  ['find', 'done', 1],
  ['unsafe', 'unsure', 1],
] as const

test.each(ONCE_LOST)('a request is one effect of a %s action', async (kind) => {
  const scene = new Scene([hookApplet(kind)])
  expect(await scene.meet([], MINUTE)).toBe('done')
  expect(scene.far.effects).toHaveLength(1)
  expect(scene.runner.storage.peek('select * from work')).toEqual([])
})

describe('an effect whose answer is lost', () => {
  test.each(ONCE_LOST)('%s is %s after %i effects', async (kind, state, effects) => {
    const scene = new Scene([hookApplet(kind)])
    expect(await scene.meet(['lost'], MINUTE)).toBe(state)
    expect(scene.far.effects).toHaveLength(effects)
  })
})

describe('a crash after the request left', () => {
  test.each(ONCE_LOST)('%s is %s after %i effects', async (kind, state, effects) => {
    const scene = new Scene([hookApplet(kind)])
    scene.far.script = ['slow']
    scene.send()
    await scene.pass(1000)
    scene.runner.kill()
    await scene.pass(MINUTE)
    expect(scene.states()).toEqual([state])
    expect(scene.far.effects).toHaveLength(effects)
    if (state === 'unsure') expect(scene.page()?.message).toBe("We don't know whether this happened.")
  })
})

test.each(['refused', 'unavailable', 'limited'] as const)('%s is known to have done nothing', async (trouble) => {
  const scene = new Scene([hookApplet('unsafe')])
  scene.far.limited_for = MINUTE
  expect(await scene.meet([trouble], HOUR)).toBe('done')
  expect(scene.far.effects).toHaveLength(1)
})

test('a failure that is final is known to have done nothing', async () => {
  const scene = new Scene([hookApplet('final')])
  expect(await scene.meet(['server'], 2000)).toBe('retrying')
})

test('what is decided once is sent again as it was', async () => {
  const scene = new Scene([aProgram(1, [aBranch(hookTrigger(), [aStep(1, 'key', { text: '{{Now}} {{Value1}}' })])])])
  scene.far.script = ['slow']
  scene.send()
  await scene.pass(1000)
  scene.runner.kill()
  await scene.pass(MINUTE)
  expect(new Set(scene.far.requests.map(({ body }) => body)).size).toBe(1)
  expect(scene.far.requests).toHaveLength(2)
})

describe('a deletion whose answer was lost', () => {
  test.each([404, 410] as const)('is done where the next try says %i', async (missing) => {
    const scene = new Scene([hookApplet('delete')])
    scene.far.missing = missing
    expect(await scene.meet(['lost'], 3000)).toBe('retrying')
    await scene.pass(MINUTE)
    expect([scene.states(), scene.far.requests.length, scene.far.effects.length]).toEqual([['done'], 2, 1])
  })

  test('in a crash is done where the next try finds nothing', async () => {
    const scene = new Scene([hookApplet('delete')])
    scene.far.script = ['slow']
    scene.send()
    await scene.pass(100)
    scene.runner.kill()
    await scene.pass(MINUTE)
    expect([scene.states(), scene.far.requests.length, scene.far.effects.length]).toEqual([['done'], 2, 1])
  })
})

test.each([404, 410] as const)('a deletion of what is not there is refused with %i', async (missing) => {
  const scene = new Scene([hookApplet('delete')])
  scene.far.missing = missing
  scene.send()
  await scene.pass(5000)
  scene.send()
  await scene.pass(HOUR)
  expect(scene.states()).toEqual(['done', 'failed'])
})
