import { expect, test } from 'vitest'
import type { DraftSampleResponse, DryRunStep } from '../../../worker/contract/drafts/try-draft.ts'
import { isBusy, NOT_TRIED, tryReducer, type TryEvent, type TryState } from './try-flow.ts'

const EVENT = { origin: 'seen', at: 1, run: null, other_fields: false, ingredients: { Title: 'Hi' } } as const
const SAMPLE: DraftSampleResponse = { events: [EVENT, { ...EVENT, at: 0 }], problem: null, now: 2 }
const STEPS: DryRunStep[] = [
  { step: 'a', kind: 'action', state: 'would', message: 'Would post.', fields: [], rows: [], problem: null },
]
const FETCHED: TryEvent[] = [{ type: 'fetch' }, { type: 'fetched', sample: SAMPLE }]
const fold = (...events: TryEvent[]): TryState => events.reduce(tryReducer, NOT_TRIED)
const refused: TryEvent = { type: 'failed', problem: { message: 'No.', upgrade: false } }

test('an event is fetched before anything is tried', () => {
  expect(fold({ type: 'dry_run' })).toBe(NOT_TRIED)
  expect(fold(...FETCHED)).toMatchObject({ kind: 'shown', sample: SAMPLE, chosen: 0, steps: null })
  expect(fold({ type: 'fetch' }, refused)).toMatchObject({ kind: 'empty', problem: { message: 'No.' } })
})

test('only a confirmed question does it once', () => {
  expect(fold(...FETCHED, { type: 'confirmed' })).toMatchObject({ busy: null })
  const asked = [...FETCHED, { type: 'asked' } as const]
  expect(fold(...asked)).toMatchObject({ asking: true, busy: null })
  expect(fold(...asked, { type: 'declined' })).toMatchObject({ asking: false, busy: null })
  expect(fold(...asked, { type: 'confirmed' })).toMatchObject({ asking: false, busy: 'run_once' })
})

test('one thing is tried at a time', () => {
  const busy = fold(...FETCHED, { type: 'dry_run' })
  expect(isBusy(busy)).toBe(true)
  for (const event of [{ type: 'fetch' }, { type: 'asked' }, { type: 'chosen', index: 1 }] as const)
    expect(tryReducer(busy, event)).toBe(busy)
})

test('another event takes away what was said of the last', () => {
  const said = fold(...FETCHED, { type: 'dry_run' }, { type: 'answered', steps: STEPS })
  expect(said).toMatchObject({ steps: STEPS, busy: null })
  expect(tryReducer(said, { type: 'chosen', index: 1 })).toMatchObject({ steps: null, chosen: 1 })
})

test('a changed draft forgets answers, another trigger its event', () => {
  const busy = fold(...FETCHED, { type: 'dry_run' }, { type: 'changed', trigger: false })
  expect(busy).toMatchObject({ kind: 'shown', steps: null, busy: null })
  expect(tryReducer(busy, { type: 'answered', steps: STEPS })).toMatchObject({ steps: null })
  expect(tryReducer(busy, { type: 'changed', trigger: true })).toBe(NOT_TRIED)
})

test('what is being done is told also of a changed draft', () => {
  const doing = fold(...FETCHED, { type: 'asked' }, { type: 'confirmed' }, { type: 'changed', trigger: false })
  expect(tryReducer(doing, { type: 'sent', run: 'R' })).toMatchObject({ run: 'R', busy: null })
})

test('a refused try says why beside its event', () => {
  expect(fold(...FETCHED, { type: 'dry_run' }, refused)).toMatchObject({
    kind: 'shown',
    busy: null,
    sample: SAMPLE,
    problem: { message: 'No.' },
  })
})

test('what nobody waits for changes nothing', () => {
  const late: TryEvent[] = [
    { type: 'fetched', sample: SAMPLE },
    refused,
    { type: 'answered', steps: STEPS },
    { type: 'declined' },
    { type: 'confirmed' },
    { type: 'sent', run: 'r1' },
  ]
  for (const event of late) expect(tryReducer(NOT_TRIED, event)).toBe(NOT_TRIED)
})
