import { expect, test } from 'vitest'
import { ASKING, previewReducer, type PreviewEvent, type PreviewState } from './change-preview-flow.ts'
import { aPreview } from '../overview/billing-overview.fixture.ts'

const preview = aPreview()
const fold = (...events: PreviewEvent[]) => events.reduce<PreviewState>(previewReducer, ASKING)
const previewed = (attempt: number): PreviewEvent => ({ type: 'previewed', attempt, preview })
const failed = (attempt: number): PreviewEvent => ({ type: 'failed', attempt, message: 'No answer.' })
const retried: PreviewEvent = { type: 'retried' }

test('shows what a change costs once it is known', () => {
  expect(fold(previewed(1))).toEqual({ kind: 'ready', attempt: 1, preview })
})

test('asks again after a failure and counts only the last answer', () => {
  expect(fold(failed(1))).toMatchObject({ kind: 'failed', message: 'No answer.' })
  expect(fold(failed(1), retried)).toEqual({ kind: 'asking', attempt: 2 })
  expect(fold(failed(1), retried, previewed(1))).toEqual({ kind: 'asking', attempt: 2 })
  expect(fold(failed(1), retried, previewed(2)).kind).toBe('ready')
})

test('keeps a known preview', () => {
  const ready = fold(previewed(1))
  for (const event of [retried, failed(1), previewed(1)]) expect(previewReducer(ready, event)).toBe(ready)
  expect(previewReducer(ASKING, retried)).toBe(ASKING)
})
