import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../../contract/shared/durations.ts'
import type { ProgramTrigger } from '../../../../system/runner-api/program.ts'
import type { TriggerSample } from '../../../../system/runner-api/try-api.ts'
import { sampleEvents } from '../../try/sample-events.ts'
import { clockTrigger, hookTrigger, pollTrigger } from '../applet-makers.ts'
import { lists, pollApplet, primed, texts } from '../poll-scene.ts'
import { hookApplet, NOON, Scene } from '../scene.ts'
import { DRAFT, storedOfTriggers } from './draft-scene.ts'

async function sampled(scene: Scene, trigger: ProgramTrigger): Promise<TriggerSample> {
  const asked = sampleEvents(scene.runner.memory, { trigger, applet_id: DRAFT, may_ask: true }, () =>
    scene.runner.engine.start(),
  )
  await scene.pass(20_000)
  return asked
}

const values = ({ events }: TriggerSample) => events.map(({ ingredients }) => ingredients['Value1'])

/** Before any poll of an Applet's own. */
async function sampleNow(scene: Scene, trigger: ProgramTrigger): Promise<TriggerSample> {
  scene.far.most_latency = 20
  const asked = sampleEvents(scene.runner.memory, { trigger, applet_id: DRAFT, may_ask: true }, () => {})
  await scene.pass(200)
  return asked
}

describe('an event to try with', () => {
  test('is the last one that the same trigger met', async () => {
    const scene = await primed([pollApplet(1), pollApplet(2)])
    scene.publish('one')
    scene.publish('two')
    await scene.pass(HOUR)
    const sample = await sampled(scene, pollTrigger('a'))
    expect(values(sample)).toEqual(['two', 'one'])
    expect(sample.events[0]).toMatchObject({ origin: 'seen', other_fields: false, at: NOON + 2000 })
    expect(scene.ids()).toContain(sample.events[0]?.run)
  })

  test('may be of the same step with other fields', async () => {
    const scene = await primed([pollApplet(1)])
    scene.publish('one')
    await scene.pass(HOUR)
    const sample = await sampled(scene, pollTrigger('b'))
    expect(sample.events).toMatchObject([{ origin: 'seen', other_fields: true, ingredients: { Value1: 'one' } }])
  })

  test('is kept after its Applet was turned off', async () => {
    const scene = new Scene([hookApplet('key')])
    await scene.meet([], MINUTE)
    scene.sync({ programs: [] })
    expect(values(await sampled(scene, hookTrigger()))).toEqual(['hi'])
  })

  test('is never one whose contents are not kept', async () => {
    const scene = new Scene([hookApplet('key', { keep_contents: false })])
    await scene.meet([], MINUTE)
    expect((await sampled(scene, hookTrigger())).events).toMatchObject([{ origin: 'example' }])
  })

  test('is asked for where none was met', async () => {
    const scene = new Scene([])
    for (const id of ['one', 'two', 'three', 'four']) scene.publish(id)
    const sample = await sampled(scene, pollTrigger('a'))
    expect(values(sample)).toEqual(['four', 'three', 'two'])
    expect(sample.events[0]).toMatchObject({ origin: 'live', at: NOON, run: null })
  })

  test('fits into the request that brings it back', async () => {
    const scene = new Scene([])
    const ingredients = { Value1: '"é'.repeat(40_000), Value2: 'short' }
    scene.far.publish('a', { id: 'one', at: null, ingredients })
    const { events } = await sampled(scene, pollTrigger('a'))
    expect(new TextEncoder().encode(JSON.stringify(events[0])).length).toBeLessThan(64_000)
    expect(events).toMatchObject([{ origin: 'live', ingredients: { Value2: 'short' } }])
  })

  test("is a schedule's next time", async () => {
    const scene = new Scene([])
    const { events } = await sampled(scene, clockTrigger(24))
    expect(events).toMatchObject([{ origin: 'next', at: NOON + 12 * HOUR }])
  })

  test.each([
    ['a hook', hookTrigger(), null],
    ['a trigger without items', pollTrigger('empty'), null],
  ])('of %s is the example', async (_, trigger, problem) => {
    const sample = await sampled(new Scene([]), trigger)
    expect(sample).toEqual({
      events: [{ origin: 'example', at: null, run: null, other_fields: false, ingredients: { Value1: '7' } }],
      problem,
    })
  })

  test.each([
    ['an account that is gone', (scene: Scene) => void (scene.account = 'broken'), /account no longer works/],
    ['a service that is away', (scene: Scene) => void (scene.far.script = ['timeout']), /timeout/],
    ['a limit', (scene: Scene) => void (scene.far.script = ['limited']), /rate_limited/],
    ['a stopped service', (scene: Scene) => void scene.off.add('bank'), /paused for everyone/],
  ])('says why after %s', async (_, breaks, words) => {
    const scene = new Scene([])
    breaks(scene)
    const { events, problem } = await sampled(scene, pollTrigger('a', 'account'))
    expect(events).toMatchObject([{ origin: 'example' }])
    expect(problem).toMatch(words)
  })

  test('moves nothing of an Applet with the same trigger', async () => {
    const scene = await primed([pollApplet(1)])
    scene.publish('new')
    const before = storedOfTriggers(scene)
    scene.runner.engine.start()
    const { events } = await sampleNow(scene, pollTrigger('a'))
    expect(events).toMatchObject([{ origin: 'live', ingredients: { Value1: 'new' } }])
    expect(storedOfTriggers(scene)).toEqual(before)
    await scene.pass(HOUR)
    expect(texts(scene)).toEqual(['new'])
  })

  test('leaves no subscription at the service', async () => {
    const scene = new Scene([])
    await sampled(scene, pollTrigger('a'))
    await scene.pass(DAY)
    const asked = scene.far.requests.map(({ action }) => action)
    expect(asked).toEqual(['list', 'leave'])
    expect(storedOfTriggers(scene)).toEqual([[], [], [], [], []])
  })

  test('leaves no subscription after a crash', async () => {
    const scene = new Scene([])
    scene.far.script = ['slow']
    void sampleEvents(scene.runner.memory, { trigger: pollTrigger('a'), applet_id: DRAFT, may_ask: true }, () =>
      scene.runner.engine.start(),
    )
    await scene.pass(100)
    scene.runner.kill()
    await scene.pass(HOUR)
    expect(lists(scene)).toHaveLength(1)
    expect(scene.far.requests.filter(({ action }) => action === 'leave')).toHaveLength(1)
  })
})
