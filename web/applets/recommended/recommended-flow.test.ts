import { expect, test } from 'vitest'
import type { AppletCard } from '../../../worker/contract/applets/applet.ts'
import { begin, countFor, recommendedReducer, shown, type RecommendedEvent } from './recommended-flow.ts'
import { applet } from '../applet.fixture.ts'

const cards = (count: number): AppletCard[] => Array.from({ length: count }, (_, i) => applet({ id: i + 10 }))
const after = (count: number, ...events: RecommendedEvent[]) => events.reduce(recommendedReducer, begin(count))
const answered = (attempt: number, count: number): RecommendedEvent => ({
  type: 'answered',
  attempt,
  applets: cards(count),
})

test('requests 6 from 850 px on, else 3', () => {
  expect(begin(countFor(true))).toMatchObject({ kind: 'asking', asked: 6 })
  expect(begin(countFor(false))).toMatchObject({ kind: 'asking', asked: 3 })
})

test('a widened page requests more and keeps showing its list', () => {
  const wide = after(3, answered(1, 3), { type: 'resized', count: 6 })
  expect(wide).toMatchObject({ kind: 'asking', asked: 6, attempt: 2 })
  expect(shown(wide)).toHaveLength(3)
  expect(shown(recommendedReducer(wide, answered(2, 6)))).toHaveLength(6)
})

test('a narrowed page shows three without another request', () => {
  const narrow = after(6, answered(1, 6), { type: 'resized', count: 3 })
  expect(shown(narrow).map(({ id }) => id)).toEqual([10, 11, 12])
  expect(narrow.kind).toBe('answered')
  const wide = recommendedReducer(narrow, { type: 'resized', count: 6 })
  expect(wide.kind).toBe('answered')
  expect(shown(wide)).toHaveLength(6)
})

test('drops the answer to an older request', () => {
  expect(shown(after(3, { type: 'resized', count: 6 }, answered(1, 3)))).toEqual([])
})

test('a failure keeps what was shown', () => {
  expect(shown(after(3, { type: 'failed', attempt: 1 }))).toEqual([])
  const more = after(3, answered(1, 3), { type: 'resized', count: 6 }, { type: 'failed', attempt: 2 })
  expect(more.kind).toBe('failed')
  expect(shown(more)).toHaveLength(3)
})

test('a failed request is retried by hand or on widening', () => {
  const failed = { type: 'failed', attempt: 1 } as const
  expect(after(3, failed, { type: 'resized', count: 6 })).toMatchObject({ kind: 'asking', attempt: 2 })
  expect(after(6, failed, { type: 'retried' })).toMatchObject({ kind: 'asking', attempt: 2, asked: 6 })
  expect(after(6, answered(1, 6), { type: 'retried' })).toMatchObject({ kind: 'answered', attempt: 1 })
})

test('frees the reserved space once the result is known', () => {
  const leftBehind = { type: 'leftBehind' } as const
  expect(after(3, leftBehind).settled).toBe('no')
  expect(after(3, answered(1, 3), leftBehind).settled).toBe('narrow')
  expect(after(6, answered(1, 6), leftBehind).settled).toBe('all')
  expect(after(3, answered(1, 2), leftBehind).settled).toBe('all')
  expect(after(3, { type: 'failed', attempt: 1 }, leftBehind).settled).toBe('all')
})

test('drops the failure of an older request', () => {
  const wide = after(3, { type: 'resized', count: 6 })
  expect(recommendedReducer(wide, { type: 'failed', attempt: 1 })).toBe(wide)
})
