import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../../contract/shared/durations.ts'
import { replayRuns } from '../reopen/replay-run.ts'
import { resolveUnsure } from '../reopen/late-answers.ts'
import { runAgain, runTest } from '../reopen/run-again.ts'
import { aBranch, aProgram, aStep, hookTrigger } from './applet-makers.ts'
import type { Trouble } from './far-side.ts'
import { hookApplet, Scene } from './scene.ts'

const REJECTED: Trouble[] = ['rejected', 'rejected', 'rejected']

function replay(scene: Scene, as_it_was = false) {
  return scene.runner.change((memory) => replayRuns(memory, { runs: scene.ids(), as_it_was }))
}

/** The `n` of the keys that requests of the last run carried. */
function numbers(scene: Scene) {
  return scene.far.requests.map(({ key }) => key?.split('_').at(-1))
}

describe('a replay', () => {
  test('does only what failed, under a new key', async () => {
    const actions = [aStep(1, 'key'), aStep(2, 'key')]
    const scene = new Scene([aProgram(1, [aBranch(hookTrigger(), actions)])])
    expect(await scene.meet(['healthy', ...REJECTED], HOUR)).toBe('failed')
    expect(replay(scene)).toBe(1)
    await scene.pass(MINUTE)
    expect(scene.states()).toEqual(['done'])
    expect([scene.far.effects.length, numbers(scene).at(-1)]).toEqual([2, '1'])
  })

  test('keeps the key where the outcome is not known', async () => {
    const scene = new Scene([hookApplet('key')])
    expect(await scene.meet(['lost', ...REJECTED], HOUR)).toBe('failed')
    replay(scene)
    await scene.pass(MINUTE)
    expect([scene.far.effects.length, new Set(numbers(scene))]).toEqual([1, new Set(['0'])])
  })

  test.each([
    [false, 'new', '1'],
    [true, 'old', '1'],
  ])('as it was %s: sends the %s text', async (as_it_was, text, n) => {
    const program = (words: string, version: number) =>
      aProgram(1, [aBranch(hookTrigger(), [aStep(1, 'key', { text: words })])], { version })
    const scene = new Scene([program('old', 1)])
    await scene.meet(REJECTED, HOUR)
    scene.sync({ programs: [program('new', 2)] })
    replay(scene, as_it_was)
    await scene.pass(MINUTE)
    expect([scene.far.effects[0]?.body, numbers(scene).at(-1)]).toEqual([`{"text":"${text}"}`, n])
  })

  test('of another version keeps an unsure key for an equal request', async () => {
    const program = (text: string, version: number) =>
      aProgram(1, [aBranch(hookTrigger(), [aStep(1, 'key', { text })])], { version })
    for (const [text, n, effects] of [
      ['old', '0', 1],
      ['new', '1', 2],
    ] as const) {
      const scene = new Scene([program('old', 1)])
      await scene.meet(['lost', ...REJECTED], HOUR)
      scene.sync({ programs: [program(text, 2)] })
      replay(scene)
      await scene.pass(MINUTE)
      expect([numbers(scene).at(-1), scene.far.effects.length]).toEqual([n, effects])
    }
  })

  test('of another version leaves what was done as it was', async () => {
    const program = (text: string, version: number) =>
      aProgram(1, [aBranch(hookTrigger(), [aStep(1, 'key', { text }), aStep(2, 'key', { text })])], { version })
    const scene = new Scene([program('old', 1)])
    expect(await scene.meet(['healthy', ...REJECTED], HOUR)).toBe('failed')
    scene.sync({ programs: [program('new', 2)] })
    replay(scene)
    await scene.pass(MINUTE)
    expect(scene.page()?.steps.map(({ input }) => input[0]?.value)).toEqual([undefined, 'old', 'new'])
  })

  test('of another version gives another step a key of its own', async () => {
    const scene = new Scene([hookApplet('unsafe')])
    await scene.meet(REJECTED, HOUR)
    scene.sync({ programs: [hookApplet('key', { version: 2 })] })
    replay(scene)
    await scene.pass(MINUTE)
    expect(numbers(scene)).toEqual(['0', '0', '0', '1'])
  })

  test('of what waits, is done or was stopped is refused', async () => {
    const scene = new Scene([hookApplet('key')])
    expect(await scene.meet([], MINUTE)).toBe('done')
    expect(replay(scene)).toBe(0)
    expect(await scene.meet(['refused', 'refused'], 2000)).toBe('retrying')
    expect(replay(scene)).toBe(0)
  })

  test('from two tabs is one', async () => {
    const scene = new Scene([hookApplet('key')])
    await scene.meet(REJECTED, HOUR)
    expect([replay(scene), replay(scene)]).toEqual([1, 0])
    await scene.pass(MINUTE)
    expect(scene.far.effects).toHaveLength(1)
  })
})

describe('an unsure run', () => {
  const answered = async (answer: 'it_did' | 'do_it_again', keep_contents = true) => {
    const scene = new Scene([hookApplet('unsafe', { keep_contents })])
    expect(await scene.meet(['lost'], MINUTE)).toBe('unsure')
    const resolve = () => scene.runner.change((memory) => resolveUnsure(memory, scene.ids()[0] ?? '', 1, answer))
    const answers = [resolve(), resolve()]
    await scene.pass(MINUTE)
    return { scene, answers }
  }

  test('is done when its user says that it happened', async () => {
    const { scene, answers } = await answered('it_did')
    expect([scene.states(), scene.far.effects.length, answers]).toEqual([['done'], 1, [true, false]])
    expect(scene.runner.storage.peek('select * from work')).toEqual([])
  })

  test('is done again when its user says so, once', async () => {
    const { scene, answers } = await answered('do_it_again')
    expect([scene.states(), scene.far.effects.length, answers]).toEqual([['done'], 2, [true, false]])
  })

  test('without its contents can still have happened', async () => {
    expect((await answered('it_did', false)).scene.states()).toEqual(['done'])
    expect((await answered('do_it_again', false)).answers).toEqual([false, false])
  })
})

test('a run again is a new run of the present version', async () => {
  const scene = new Scene([hookApplet('key')])
  await scene.meet([], MINUTE)
  scene.sync({ programs: [aProgram(1, [aBranch(hookTrigger(), [aStep(1, 'key', { text: 'new' })])], { version: 2 })] })
  const id = scene.runner.change((memory) => runAgain(memory, scene.ids()[0] ?? ''))
  await scene.pass(MINUTE)
  expect(scene.ids()[1]).toBe(id)
  expect(scene.runs().map(({ cause, state }) => [cause, state])).toEqual([
    ['event', 'done'],
    ['again', 'done'],
  ])
  expect(scene.far.effects[1]?.body).toBe('{"text":"new"}')
})

test('a test run takes the examples, whatever the hour', async () => {
  const scene = new Scene([hookApplet('key', { quiet: { from: 0, to: 1440 } })])
  scene.runner.change((memory) => runTest(memory, 1))
  expect(scene.runner.change((memory) => runTest(memory, 2))).toBeNull()
  await scene.pass(MINUTE)
  expect(scene.far.effects.map(({ body }) => body)).toEqual(['{"text":"7"}'])
})

describe('without contents', () => {
  test('a run shows no event and no input, and cannot be replayed', async () => {
    const scene = new Scene([hookApplet('key', { keep_contents: false })])
    expect(await scene.meet(REJECTED, HOUR)).toBe('failed')
    const page = scene.page()
    expect([page?.event.ingredients, page?.steps.at(-1)?.input, page?.can_replay]).toEqual([[], [], false])
    expect(replay(scene)).toBe(0)
    expect(JSON.stringify(scene.runner.storage.peek('select * from run, work'))).not.toContain('hi')
  })

  test('a shared event goes with the last run that needs it', async () => {
    const named = (id: number) =>
      aProgram(id, [aBranch(hookTrigger({ event: 'open' }), [aStep(1, 'key')])], { keep_contents: false })
    const scene = new Scene([named(1), named(2)])
    const target = { kind: 'maker', key_hash: 'maker', event: 'open' } as const
    scene.send({ target, text: 'x'.repeat(5000) })
    expect(scene.runner.storage.peek('select * from event')).toHaveLength(1)
    await scene.pass(MINUTE)
    expect(scene.runner.storage.peek('select * from event')).toEqual([])
  })
})
