import { expect, test } from 'vitest'
import { beginState } from './draft-state.ts'
import { aDraft, aStep } from './draft.fixture.ts'
import { showDraft } from './shown-draft.ts'

const EMPTY = { step: 'a', field: 'text', line: null, message: 'Text is empty.' }
const NO_TRIGGER = { step: 'trigger', field: null, line: null, message: 'Choose what starts it.' }

/** A draft that the server found fault with, after the author wrote this, of which the server knows nothing yet. */
function problemsAfter(fields: Record<string, string>) {
  const base = aDraft({ actions: [aStep('a')] }, { problems: [EMPTY, NO_TRIGGER] })
  const waiting = [{ kind: 'set_fields' as const, key: 'a', fields }]
  return showDraft({ ...beginState(base), waiting }, new Map()).problems
}

test('a problem leaves with the value that had it', () => {
  expect(problemsAfter({ text: 'Hello' })).toEqual([NO_TRIGGER])
})

test('a problem stays while its value stays', () => {
  expect(problemsAfter({ text: '' })).toEqual([EMPTY, NO_TRIGGER])
})
