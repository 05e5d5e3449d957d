import { expect, test } from 'vitest'
import { NOT_COPIED, copyLabel, copyReducer, type CopyEvent } from './copy-flow.ts'

const fold = (...events: CopyEvent[]) => events.reduce(copyReducer, NOT_COPIED)

test('the label reads Copied for one second', () => {
  expect(copyLabel(fold({ type: 'pressed' }))).toBe('Copy')
  expect(copyLabel(fold({ type: 'pressed' }, { type: 'copied', attempt: 1 }))).toBe('Copied')
  expect(copyLabel(fold({ type: 'pressed' }, { type: 'copied', attempt: 1 }, { type: 'elapsed', attempt: 1 }))).toBe(
    'Copy',
  )
})

test('a second press restarts the second', () => {
  const again: CopyEvent[] = [
    { type: 'pressed' },
    { type: 'copied', attempt: 1 },
    { type: 'pressed' },
    { type: 'copied', attempt: 2 },
  ]
  expect(copyLabel(fold(...again, { type: 'elapsed', attempt: 1 }))).toBe('Copied')
})

test('a failed copy never reads Copied', () => {
  const refused = fold({ type: 'pressed' }, { type: 'refused', attempt: 1 }, { type: 'copied', attempt: 1 })
  expect(refused.kind).toBe('refused')
  expect(copyLabel(refused)).toBe('Copy')
})

test('a second that ends while a copy is under way changes nothing', () => {
  const copying = fold({ type: 'pressed' })
  expect(copyReducer(copying, { type: 'elapsed', attempt: 1 })).toBe(copying)
})
