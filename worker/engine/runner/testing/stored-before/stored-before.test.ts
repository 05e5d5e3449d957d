import { describe, expect, test } from 'vitest'
import { HOUR } from '../../../../contract/shared/durations.ts'
import type { DraftWhen } from '../../../../contract/drafts/draft.ts'
import { upcastProgram, type Program } from '../../../../system/runner-api/program.ts'
import type { SqlValue } from '../../../../system/context/object-world.ts'
import { runOnce } from '../../try/run-once.ts'
import { Scene } from '../scene.ts'
import { draftOf, HELLO } from '../tries/draft-scene.ts'
import { RETRIED_QUERY } from './retried-query.fixture.ts'
import { WAITING_RUN } from './waiting-run.fixture.ts'

/** Rows of a Runner, as its tables had them before the steps of a program were one list. */
type StoredRows = Record<string, readonly Record<string, SqlValue>[]>

/** A Runner that starts with these rows. */
function sceneOf(stored: StoredRows): Scene {
  const scene = new Scene([])
  for (const [table, rows] of Object.entries(stored)) {
    for (const row of rows) {
      const columns = Object.keys(row)
      const insert = `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`
      scene.runner.storage.peek(insert, ...Object.values(row))
    }
  }
  scene.runner.kill()
  scene.runner.engine.start()
  return scene
}

const effects = ({ far }: Scene) =>
  far.effects.map(({ key, body }) => [key.split('_').slice(-2).join('_'), JSON.parse(body).text])

test('a run that waited before goes on after its wait', async () => {
  const scene = sceneOf(WAITING_RUN)
  expect(scene.page()?.steps.map(({ kind, state }) => [kind, state])).toEqual([
    ['trigger', 'done'],
    ['query', 'done'],
    ['filter', 'done'],
    ['wait', 'waiting'],
    ['action', 'pending'],
    ['action', 'pending'],
    ['action', 'pending'],
  ])
  await scene.pass(2 * HOUR)
  expect(scene.states()).toEqual(['done'])
  expect(effects(scene)).toEqual([
    ['2_0', 'hi 1'],
    ['1_0', 'b hi'],
    ['4_0', 'c'],
  ])
})

/** What the programs' trees were made from. */
const CODE: DraftWhen = { kind: 'code', code: "if (Far.count[0].Count == '99') {\n  Far.key.skip('many')\n}" }

test('a run whose query was tried again before asks it once more', async () => {
  const scene = sceneOf(RETRIED_QUERY)
  scene.when = CODE
  await scene.pass(4 * HOUR)
  expect(scene.states()).toEqual(['done'])
  expect(scene.far.requests.filter(({ action }) => action === 'query')).toHaveLength(1)
  expect(effects(scene)).toHaveLength(3)
})

test('a program that an API Worker of before sends is run', async () => {
  const [row] = WAITING_RUN.program
  const scene = new Scene([JSON.parse(row?.doc ?? '')])
  scene.when = CODE
  scene.send()
  await scene.pass(2 * HOUR)
  expect(scene.states()).toEqual(['done'])
  expect(effects(scene)).toHaveLength(3)
})

test('a program of before is the one that is compiled now', () => {
  const scene = sceneOf(WAITING_RUN)
  const [row] = WAITING_RUN.program
  const program = upcastProgram(JSON.parse(row?.doc ?? '') as Program)
  scene.sync({ programs: [program] })
  expect(scene.runner.storage.peek('select rev, current from program')).toEqual([{ rev: 1, current: 1 }])
  expect(program.branches[0]?.steps.map(({ id, kind }) => [id, kind])).toEqual([
    [3, 'query'],
    [-1, 'filter'],
    [-2, 'wait'],
    [2, 'action'],
    [1, 'action'],
    [4, 'action'],
  ])
})

test('D1 is asked once for the code of an engine of before', async () => {
  const [row] = WAITING_RUN.program
  const scene = new Scene([JSON.parse(row?.doc ?? '')])
  scene.when = 'away'
  scene.send()
  await scene.pass(10_000)
  expect(scene.states()).toEqual(['held'])
  scene.when = CODE
  await scene.pass(HOUR)
  expect(scene.states()).toEqual(['waiting'])
  scene.send()
  scene.runner.kill()
  scene.runner.engine.start()
  await scene.pass(HOUR)
  expect(scene.states()).toEqual(['done', 'waiting'])
  expect(scene.asked_for_when).toBe(2)
})

describe('a draft that is done once and holds a tree of before', () => {
  const [row] = RETRIED_QUERY.program
  const many = { ingredient: 'Far.count.Count', operator: 'less_than', value: '99' } as const
  const done = (when: DraftWhen | null) => {
    const program = draftOf(upcastProgram(JSON.parse(row?.doc ?? '') as Program))
    const scene = new Scene([])
    scene.when = when
    scene.runner.change((memory) => runOnce(memory, { program, event: HELLO, press: 'press-one' }))
    return scene
  }

  test.each([
    { value: '99', state: 'done' },
    { value: '0', state: 'skipped' },
  ])('its form with less than $value is $state', async ({ value, state }) => {
    const scene = done({ kind: 'form', match: 'all', conditions: [{ ...many, value }] })
    await scene.pass(2 * HOUR)
    expect(scene.states()).toEqual([state])
  })

  test('its own code decides', async () => {
    const scene = done({ kind: 'code', code: "Far.key.skip('no')" })
    await scene.pass(2 * HOUR)
    const actions = scene.page()?.steps.filter(({ kind }) => kind === 'action')
    expect(actions?.map(({ state }) => state)).toEqual(['skipped', 'done', 'done'])
  })

  test('a run says how to go on where the draft is gone', async () => {
    const scene = done(null)
    await scene.pass(2 * HOUR)
    expect(scene.states()).toEqual(['failed'])
    expect(scene.page()?.message).toContain('Do this once more')
  })
})
