import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../../contract/shared/durations.ts'
import type { Program } from '../../../../system/runner-api/program.ts'
import { replayRuns } from '../../reopen/replay-run.ts'
import { runAgain } from '../../reopen/run-again.ts'
import { runOnce } from '../../try/run-once.ts'
import { aBranch, aProgram, aStep, hookTrigger, PRO } from '../applet-makers.ts'
import { pollApplet, primed, texts } from '../poll-scene.ts'
import { hookApplet, NOON, Scene } from '../scene.ts'
import { COUNTED, DRAFT, draftOf, HELLO } from './draft-scene.ts'

describe('doing a draft once', () => {
  const once = (scene: Scene, program: Program, event = HELLO, press = 'press-one') =>
    scene.runner.change((memory) => runOnce(memory, { program, event, press }))

  test('is a run that is marked as a test', async () => {
    const scene = new Scene([])
    expect(once(scene, draftOf(hookApplet('key')))).toEqual({ kind: 'begun', run: scene.ids()[0] })
    await scene.pass(MINUTE)
    expect(texts(scene)).toEqual(['hello'])
    expect(scene.page()).toMatchObject({
      state: 'done',
      cause: 'test',
      applet_id: DRAFT,
      draft_name: 'My draft',
      steps: [{ kind: 'trigger' }, { kind: 'action', state: 'done' }],
    })
  })

  test('is done once for one press', async () => {
    const scene = new Scene([])
    const first = once(scene, draftOf(hookApplet('key')))
    await scene.pass(MINUTE)
    expect(once(scene, draftOf(hookApplet('key')))).toEqual(first)
    await scene.pass(MINUTE)
    expect(texts(scene)).toEqual(['hello'])
    once(scene, draftOf(hookApplet('key')), HELLO, 'press-two')
    await scene.pass(MINUTE)
    expect(texts(scene)).toEqual(['hello', 'hello'])
  })

  test('leaves the event new to its Applet', async () => {
    const scene = await primed([pollApplet(1)])
    scene.publish('new')
    const program = { ...pollApplet(1, 'safe'), of_draft: true as const }
    once(scene, program, { at: NOON, run: null, ingredients: { Value1: 'new' } })
    await scene.pass(HOUR)
    expect(scene.runs().map(({ cause, state }) => `${cause} ${state}`)).toEqual(['test done', 'event done'])
  })

  test('goes on after a crash and a sync without it', async () => {
    const scene = new Scene([])
    once(scene, draftOf(aProgram(1, [aBranch(hookTrigger(), [aStep(1, 'key', { text: 'late' })], { wait: 600 })])))
    await scene.pass(MINUTE)
    scene.runner.kill()
    scene.sync({ programs: [] })
    await scene.pass(HOUR)
    expect(texts(scene)).toEqual(['late'])
  })

  test('can be replayed and run again with its own version', async () => {
    const scene = new Scene([])
    scene.far.script = ['rejected', 'rejected', 'rejected']
    once(scene, draftOf(hookApplet('key')))
    await scene.pass(HOUR)
    expect(scene.states()).toEqual(['failed'])
    const [id = ''] = scene.ids()
    scene.runner.change((memory) => replayRuns(memory, { runs: [id], as_it_was: false }))
    await scene.pass(MINUTE)
    scene.runner.change((memory) => runAgain(memory, id))
    await scene.pass(MINUTE)
    expect(scene.runs().map(({ cause, state }) => `${cause} ${state}`)).toEqual(['test done', 'test done'])
    expect(texts(scene)).toEqual(['hello', 'hello'])
  })

  test('takes its version away with its last run', async () => {
    const scene = new Scene([], { subscriptions: [...PRO] })
    once(scene, draftOf(hookApplet('key')))
    await scene.pass(MINUTE)
    expect(scene.runner.storage.peek('select * from program')).toHaveLength(1)
    await scene.pass(100 * DAY)
    expect(scene.runs()).toEqual([])
    expect(scene.runner.storage.peek('select * from program')).toEqual([])
  })

  test('is held where the plan does not include it', async () => {
    const scene = new Scene([])
    const { needs } = hookApplet('key')
    once(scene, draftOf({ ...aProgram(1, [COUNTED]), needs: { ...needs, queries: true } }))
    await scene.pass(MINUTE)
    expect(scene.runs()).toMatchObject([{ state: 'held', hold: 'plan' }])
    expect(scene.far.requests).toEqual([])
  })

  test('says nothing of the failures of its Applet', async () => {
    const scene = new Scene([hookApplet('key')])
    scene.far.script = ['rejected', 'rejected', 'rejected']
    await scene.meet(['rejected', 'rejected', 'rejected'], HOUR)
    const failures = () => scene.runner.memory.troubles.get(1)?.failures
    expect(failures()).toBe(1)
    once(scene, { ...hookApplet('safe'), of_draft: true })
    await scene.pass(MINUTE)
    expect(scene.states()).toEqual(['failed', 'done'])
    expect(failures()).toBe(1)
  })
})
