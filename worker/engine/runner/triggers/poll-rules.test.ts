import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../contract/shared/durations.ts'
import { areRenamed, changesIds, pollInterval, silenceLimit, spreadOf, withGap } from './poll-rules.ts'

const NOW = Date.UTC(2026, 5, 1)
const quiet = { least: 5 * MINUTE, gaps: [], last_event: null, fails: 0, fresh_for: null, changed: 0 }

test.each([
  ['Free', {}, 5 * MINUTE],
  ['Pro', { least: MINUTE }, MINUTE],
  ['where much happens', { least: MINUTE, gaps: [1000, 1000, 1000], last_event: NOW - 1000 }, MINUTE],
  ['a quarter of the usual gap', { least: MINUTE, gaps: [HOUR, HOUR, HOUR], last_event: NOW }, 15 * MINUTE],
  ['never rarer than half an hour', { gaps: [DAY, DAY, DAY], last_event: NOW - DAY }, 30 * MINUTE],
  ['after a failure of a fast one', { least: MINUTE, fails: 4 }, 5 * MINUTE],
  ['after many failures', { fails: 30 }, 8 * HOUR],
  ['as long as the answer is fresh', { fresh_for: 2 * HOUR }, 2 * HOUR],
  ['at least once a day', { fresh_for: 9 * DAY }, DAY],
  ['sooner than fresh only by the plan', { fresh_for: 1000 }, 5 * MINUTE],
  ['ids that always change', { least: MINUTE, changed: 3 }, 30 * MINUTE],
] as const)('%s', (_, times, interval) => {
  expect(pollInterval({ ...quiet, ...times, gaps: [...(('gaps' in times && times.gaps) || [])] }, NOW)).toBe(interval)
})

test.each([
  ['five items of any age', [0, 0, 0, 0, 0], {}, true],
  ['one item that is older than the check before', [3 * HOUR], {}, true],
  ['two items, one of them new', [3 * HOUR, 0], {}, false],
  ['an item that came late', [HOUR], {}, false],
  ['an item without time', [null], {}, false],
  ['an old item after answers of 304', [3 * HOUR], { etag: '"1"' }, false],
  ['no item', [], {}, false],
])('of new ids, %s is told apart', (_, ages, more, renamed) => {
  const now = Date.UTC(2026, 2, 1)
  const items = ages.map((age) => ({ at: age === null ? null : now - age }))
  const checked = { last_checked: now - MINUTE, etag: null, last_modified: null, ...more }
  expect(areRenamed(items, checked)).toBe(renamed)
})

test('all new ids are an accident twice, not three times', () => {
  expect([0, 1, 2, 3, 4].map(changesIds)).toEqual([false, false, false, true, true])
})

test('a subscription always has the same place in its interval', () => {
  const places = Array.from({ length: 1000 }, (_, index) => spreadOf(`key ${index}`))
  expect(spreadOf('key 7')).toBe(places[7])
  expect(places.filter((place) => place < 0 || place >= 1)).toEqual([])
  expect(places.filter((place) => place < 0.5).length).toBeGreaterThan(400)
})

test('the last twenty gaps are kept', () => {
  const gaps = Array.from({ length: 30 }, (_, index) => index).reduce<number[]>(
    (kept, at) => withGap(kept, at, at + at),
    [],
  )
  expect(gaps).toHaveLength(20)
  expect(withGap([], null, NOW)).toEqual([])
  expect(withGap([], NOW + 5, NOW)).toEqual([0])
})

test.each([
  [[], null, null],
  [[HOUR, HOUR, HOUR, HOUR], null, null],
  [[HOUR, HOUR, HOUR, HOUR, HOUR], null, 3 * DAY],
  [[DAY, DAY, DAY, DAY, DAY], null, 4 * DAY],
  [[], HOUR, HOUR],
])('gaps %o and an expectation of %s give %s', (gaps, expected, limit) => {
  expect(silenceLimit(gaps, expected)).toBe(limit)
})
