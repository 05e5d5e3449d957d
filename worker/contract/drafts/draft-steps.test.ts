import { expect, test } from 'vitest'
import { DRAFT_OF_BEFORE } from './draft-of-before.fixture.ts'
import { upcastDraft, waitOf, whenOf } from './draft-steps.ts'

test('a stored draft of before is read as one list', () => {
  const { steps, ...rest } = upcastDraft(structuredClone(DRAFT_OF_BEFORE) as never)
  expect(rest).toEqual({ name: null, min_gap: null, quiet: null })
  expect(steps.map(({ kind, key }) => [kind, key])).toEqual([
    ['trigger', 'a'],
    ['query', 'q'],
    ['filter', 'when'],
    ['wait', 'wait'],
    ['action', 'b'],
    ['action', 'c'],
  ])
  expect([whenOf({ steps }), waitOf({ steps })]).toEqual([DRAFT_OF_BEFORE.when, DRAFT_OF_BEFORE.wait])
  expect(steps[5]).toEqual({ kind: 'action', ...DRAFT_OF_BEFORE.actions[1] })
})
