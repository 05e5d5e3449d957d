/** @module-tag long */
import { stepsOfKind } from '../../../contract/applets/step-list.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DraftChange } from '../../../contract/drafts/draft.ts'
import { HOUR, MINUTE } from '../../../contract/shared/durations.ts'
import { replayRuns } from '../reopen/replay-run.ts'
import { aBranch, aProgram, aStep, hookTrigger } from './applet-makers.ts'
import { Scene } from './scene.ts'
import type { ProgramStep } from '../../../system/runner-api/program.ts'
import type { RunnerApi } from '../../../system/runner-api/runner-api.ts'
import { createDraft } from '../../../applets/drafts/edit/create-draft.ts'
import { readNewDraft } from '../../../applets/drafts/edit/read-draft.ts'
import {
  aDraftFixture,
  aStoredDraft,
  chosen,
  type DraftFixture,
} from '../../../applets/drafts/testing/draft.fixture.ts'
import { createApplet } from '../../../applets/drafts/create/create-applet.ts'

const EDITS = 25
const HISTORIES = process.env['LONG_RUNS'] ? 40 : 4
const REJECTED = ['rejected', 'rejected', 'rejected'] as const

/** An edit, and how many actions of a run are done before one fails. Places are counted modulo what is there. */
const edit = fc.record({
  kind: fc.constantFrom('move' as const, 'move' as const, 'add' as const, 'remove' as const, 'replace' as const),
  which: fc.nat(9),
  to: fc.nat(9),
  done: fc.nat(9),
})
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never

/** An Applet of `pro` whose actions are known by their messages. `actions`: as the Runner was last told. */
async function anEditedApplet({ steps, ...fixture }: DraftFixture) {
  let actions: ProgramStep<'action'>[] = []
  const runner: Pick<RunnerApi, 'sync' | 'counts'> = {
    sync: async ({ programs, wanted }) => {
      // The newest Applet: that of this history.
      const [newest] = programs.toSorted((a, b) => b.applet_id - a.applet_id)
      actions = stepsOfKind(newest?.branches[0]?.steps ?? [], 'action')
      return { applied: wanted, wake_by: null }
    },
    counts: async () => [],
  }
  const runners = { newId: () => 'runner', isId: () => true, get: () => runner as RunnerApi }
  const ctx = { ...fixture.proCtx, runners }
  let made = 0
  const message = (key: string): DraftChange => ({ kind: 'set_fields', key, fields: { message: `m${made++}` } })
  const added = (key: string) => [chosen(steps.tell, key), message(key)]
  const stored = await aStoredDraft(ctx, { steps, ...fixture }, ['b', 'c', 'd'].flatMap(added))
  const { id: applet_id } = await createApplet(ctx, stored.id ?? 0, 1)
  const changesOf = async ({ kind, which, to }: Edit): Promise<DraftChange[]> => {
    const { doc } = (await readNewDraft(ctx, { applet_id: String(applet_id) })).draft
    const inDraft = stepsOfKind(doc.steps, 'action')
    const { key = '', slug = '' } = inDraft[which % inDraft.length] ?? {}
    switch (kind) {
      case 'move':
        return [{ kind: 'move_step', key, to: to % inDraft.length }]
      case 'add':
        return inDraft.length < 6 ? added('n') : []
      case 'remove':
        return inDraft.length > 1 ? [{ kind: 'remove_step', key }] : []
      case 'replace':
        return slug === steps.tell.slug ? [chosen(steps.notify, key)] : added(key)
      default:
        return kind satisfies never
    }
  }
  const change = async (given: Edit) => {
    const { draft } = await createDraft(ctx, { applet_id, changes: await changesOf(given) })
    await createApplet(ctx, draft.id ?? 0, draft.version)
  }
  /** The present actions as the simulated Runner does them, in their order. */
  const programNow = async (version: number) => {
    await ctx.settled()
    // The replacement asks for nothing.
    const asked = actions.map(({ id, fields: { message: text = `place ${id}` } }) => aStep(id, 'key', { text }))
    return aProgram(1, [aBranch(hookTrigger(), asked)], { version })
  }
  return { change, programNow }
}

test('after 1,000 random edits a replay repeats no step', { timeout: 300_000 }, async () => {
  const fixture = await aDraftFixture()
  const history = fc.asyncProperty(fc.array(edit, { minLength: EDITS, maxLength: EDITS }), async (edits) => {
    const { change, programNow } = await anEditedApplet(fixture)
    const begun = await programNow(1)
    expect(begun.branches[0]?.steps).toHaveLength(3)
    const scene = new Scene([begun])
    const messages = new Map<number, string | undefined>()
    for (const [n, each] of edits.entries()) {
      const before = scene.far.effects.length
      await scene.meet([...Array.from({ length: each.done }, () => 'healthy' as const), ...REJECTED], HOUR)
      await change(each)
      const program = await programNow(n + 2)
      scene.sync({ programs: [program] })
      scene.far.script = []
      scene.runner.change((memory) => replayRuns(memory, { runs: scene.ids().slice(-1), as_it_was: false }))
      await scene.pass(MINUTE)
      const done = scene.far.effects.slice(before).map(({ body }) => body)
      expect(new Set(done).size).toBe(done.length)
      // Users' values are kept under an id: it never names another step.
      for (const { id, fields } of stepsOfKind(program.branches[0]?.steps ?? [], 'action')) {
        expect(messages.get(id) ?? fields['text']).toBe(fields['text'])
        messages.set(id, fields['text'])
      }
      // A step that stays has one id only.
      expect(new Set(messages.values()).size).toBe(messages.size)
    }
  })
  await fc.assert(history, { numRuns: HISTORIES, endOnFailure: true })
})
