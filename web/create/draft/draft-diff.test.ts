import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { SECRET_KEPT } from '../../../worker/contract/applets/field-values.ts'
import type { StepKind } from '../../../worker/contract/connections/service.ts'
import { mapSteps } from '../../../worker/contract/drafts/change-draft.ts'
import { draftSteps } from '../../../worker/contract/drafts/draft-steps.ts'
import { EMPTY_DRAFT, type AppletDraft, type DraftStep, type DraftWhen } from '../../../worker/contract/drafts/draft.ts'
import { changesBetween } from './draft-diff.ts'
import { aStep } from './draft.fixture.ts'
import { foldChanges, isSame } from './fold-changes.ts'

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f']
const step = fc.record({
  slug: fc.constantFrom('x', 'y'),
  account_slot: fc.nat(1),
  fields: fc.dictionary(fc.constantFrom('text', 'url'), fc.constantFrom('', '1', '2')),
  asked: fc.subarray(['text', 'url']),
})
const row = <Kind extends StepKind>(kind: Kind, keys: string[]) =>
  fc
    .shuffledSubarray(keys)
    .chain((own) => fc.tuple(...own.map((key) => step.map((given) => aStep(key, { kind, ...given })))))
const steps = fc.record({
  trigger: fc.option(step.map((given) => aStep('t', { kind: 'trigger', ...given }))),
  queries: row('query', KEYS.slice(0, 3)),
  when: fc.constantFrom<DraftWhen>({ kind: 'always' }, { kind: 'code', code: 'skip()' }),
  wait: fc.nat(9),
  actions: row('action', KEYS.slice(3)),
})
const draft: fc.Arbitrary<AppletDraft> = fc.record({
  name: fc.constantFrom(null, 'A name'),
  steps: steps.map(draftSteps),
  min_gap: fc.constantFrom(null, 60),
  quiet: fc.constantFrom(null, { from: 1, to: 2 }),
})

test('the changes between two drafts make one of the other', () => {
  expect.hasAssertions()
  fc.assert(
    fc.property(draft, draft, (from, to) => {
      const made = foldChanges(from, changesBetween(from, to))
      expect(comparable(made)).toEqual(comparable(to))
    }),
  )
})

test('nothing changes between a draft and itself', () => {
  fc.assert(fc.property(draft, (doc) => changesBetween(doc, structuredClone(doc)).length === 0))
})

test('a step brought back has no dots as its secret', () => {
  const removed = aStep('a', { fields: { text: 'hi', password: SECRET_KEPT } })
  const changes = changesBetween(EMPTY_DRAFT, { ...EMPTY_DRAFT, steps: [removed] })
  expect(changes).toContainEqual({ kind: 'set_fields', key: 'a', fields: { text: 'hi' } })
})

test('a step brought back keeps what was said for its fields', () => {
  const removed = aStep('a', { said: { project: 'Work' } })
  const changes = changesBetween(EMPTY_DRAFT, { ...EMPTY_DRAFT, steps: [removed] })
  expect(foldChanges(EMPTY_DRAFT, changes).steps).toMatchObject([{ said: { project: 'Work' } }])
})

test('values are the same in any order of their keys', () => {
  expect(isSame({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true)
  for (const [one, other] of [
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, { a: 1, b: 1 }],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [null, {}],
  ])
    expect(isSame(one, other)).toBe(false)
})

/** A value that was there stays where the other draft has none, and lists of asked fields have no order. */
function comparable(doc: AppletDraft): unknown {
  const bare = (each: DraftStep): DraftStep => ({ ...each, fields: {}, asked: each.asked.toSorted() })
  return mapSteps(doc, bare)
}
