import { stepsOfKind } from '../../../../contract/applets/step-list.ts'
import { describe, expect, test } from 'vitest'
import { MINUTE } from '../../../../contract/shared/durations.ts'
import { compileFilter } from '../../../filter/check/compile-filter.ts'
import type { Program } from '../../../../system/runner-api/program.ts'
import type { DryRunAnswer } from '../../../../system/runner-api/try-api.ts'
import { dryRun } from '../../try/dry-run.ts'
import { sealSecret } from '../../../../system/secrets/field-secret.ts'
import { aBranch, aProgram, aStep, hookTrigger } from '../applet-makers.ts'
import { hookApplet, NOON, Scene } from '../scene.ts'
import { COUNTED, counted, draftOf, HELLO, storedOfTriggers } from './draft-scene.ts'

async function tried(scene: Scene, program: Program, event = HELLO): Promise<DryRunAnswer> {
  const asked = dryRun(scene.runner.memory, { program, event })
  await scene.pass(2 * MINUTE)
  return asked
}

async function filterOf(code: string) {
  const compiled = await compileFilter(code)
  if (!compiled.ok) throw new Error(compiled.problems[0]?.message)
  return compiled.filter
}

describe('a dry run', () => {
  test('asks queries and renders actions without doing them', async () => {
    const scene = new Scene([])
    const answer = await tried(scene, draftOf(aProgram(1, [COUNTED])))
    const [{ body = '' } = {}] = scene.far.requests
    expect(JSON.parse(body)).toEqual({ of: 'hello' })
    const [query] = answer.kind === 'tried' ? stepsOfKind(answer.steps, 'query') : []
    const count = query?.rows[0]?.['Count']
    expect(answer).toMatchObject({
      kind: 'tried',
      steps: [
        { kind: 'query', state: 'done', message: '1 row', fields: { of: 'hello' } },
        { state: 'done', fields: { text: `hello ${count}` } },
        { state: 'done', fields: { text: 'second' } },
      ],
    })
    expect(scene.far.requests.map(({ action }) => action)).toEqual(['query'])
    expect(storedOfTriggers(scene)).toEqual([[], [], [], [], []])
  })

  test('says what the code would skip, and why', async () => {
    const filter = await filterOf(`Far.key.skip('It is night.')`)
    const answer = await tried(new Scene([]), draftOf(aProgram(1, [counted(filter)])))
    expect(answer).toMatchObject({
      steps: [{}, { kind: 'filter', state: 'done' }, { state: 'skipped', message: 'It is night.' }, { state: 'done' }],
    })
  })

  test('stops at a query that is refused', async () => {
    const scene = new Scene([])
    scene.far.script = ['rejected']
    const filter = await filterOf(`Far.key.skip('It is night.')`)
    expect(await tried(scene, draftOf(aProgram(1, [counted(filter)])))).toMatchObject({
      steps: [
        { state: 'failed', message: expect.stringContaining('status'), fields: { of: 'hello' } },
        { kind: 'filter', state: 'not_reached' },
        { state: 'not_reached' },
        { state: 'not_reached' },
      ],
    })
  })

  test('says the line at which the code failed', async () => {
    const filter = await filterOf(`const rows = []\nFar.key.setText(rows[0].Value1)`)
    expect(await tried(new Scene([]), draftOf(aProgram(1, [counted(filter)])))).toMatchObject({
      steps: [
        {},
        { kind: 'filter', state: 'failed', message: expect.any(String), line: 2 },
        { state: 'not_reached' },
        { state: 'not_reached' },
      ],
    })
  })

  test('shows secrets as dots', async () => {
    const sealed = await sealSecret('k1:'.concat(btoa('a'.repeat(32))), 'user', 'hunter2')
    const branch = aBranch(hookTrigger(), [aStep(1, 'key', { text: 'plain', token: sealed })])
    const answer = await tried(new Scene([]), draftOf(aProgram(1, [branch])))
    expect(answer).toMatchObject({ steps: [{ fields: { text: 'plain', token: '••••' } }] })
  })

  test('reads the values of a met event again', async () => {
    const scene = new Scene([hookApplet('key')])
    await scene.meet([], MINUTE)
    const event = { at: NOON, run: scene.ids()[0] ?? null, ingredients: {} }
    const program = draftOf(hookApplet('safe'))
    expect(await tried(scene, program, event)).toMatchObject({ steps: [{ fields: { text: 'hi' } }] })
    scene.runner.change(({ world }) => world.sql('update run set event = null'))
    expect(await tried(scene, program, event)).toEqual({ kind: 'event_gone' })
  })
})
