import { expect, test } from 'vitest'
import type { DescribedDraft } from '../../../worker/contract/drafts/describe-draft.ts'
import { aDraft } from '../draft/draft.fixture.ts'
import { describeReducer, isWaitedFor, NOT_ASKED, type DescribeEvent, type DescribeState } from './describe-flow.ts'

const described: DescribedDraft = { draft: aDraft(), planner: 'model', unused: [], assumed: [], choices: [] }
const problem = { message: 'Too late.', atField: false }
const after = (...events: DescribeEvent[]): DescribeState => events.reduce(describeReducer, NOT_ASKED)

test('a second press asks nothing while the first one waits', () => {
  expect(after({ type: 'asked' }, { type: 'asked' })).toEqual({ kind: 'waiting', attempt: 1 })
})

test('the answer to a canceled attempt opens nothing', () => {
  const late = after({ type: 'asked' }, { type: 'canceled' })
  expect(isWaitedFor(late, 1)).toBe(false)
  expect(describeReducer(late, { type: 'answered', attempt: 1, described })).toBe(late)
})

test('only the newest attempt is answered', () => {
  const again = after({ type: 'asked' }, { type: 'canceled' }, { type: 'asked' })
  expect(describeReducer(again, { type: 'refused', attempt: 1, problem })).toBe(again)
  expect(describeReducer(again, { type: 'answered', attempt: 2, described }).kind).toBe('answered')
})

test('typing takes a problem or an answer away, and nothing else', () => {
  const refused = after({ type: 'asked' }, { type: 'refused', attempt: 1, problem })
  expect(describeReducer(refused, { type: 'edited' })).toEqual({ kind: 'idle', attempt: 1, canceled: false })
  const answered = after({ type: 'asked' }, { type: 'answered', attempt: 1, described })
  expect(describeReducer(answered, { type: 'edited' }).kind).toBe('idle')
  expect(after({ type: 'asked' }, { type: 'edited' }).kind).toBe('waiting')
})

test('only what waits is canceled', () => {
  expect(describeReducer(NOT_ASKED, { type: 'canceled' })).toBe(NOT_ASKED)
})
