import { expect, test } from 'vitest'
import { brokenConditions } from './load-report.ts'
import type { Answered } from './run-load.ts'
import { heapGrowth, type HeapSample } from './watch-heaps.ts'

const user = { id: 'usr_bench_1', headers: {}, hook: '', counts: new Map<string, number>() }

function answered(status: number): Answered {
  return { user, asked: { kind: 'activity', sent: { url: 'http://127.0.0.1/', headers: {} } }, status, whole: 1 }
}

/** Three portions of 2,000 answers, in which the API's heap grows by so many MB in all. */
function growing(mb: number, answers = 6000): HeapSample[] {
  const at = (part: number) => ({ heaps: { api: 10 + mb * part, pages: 4 } })
  return [0, 1 / 3, 2 / 3, 1].map((part) => ({ answers: answers * part, ...at(part) }))
}

const well = { answered: [answered(200), answered(303)], samples: growing(0.6), lost: [] }

test('a load that was answered whole breaks no condition', () => {
  expect(brokenConditions(well)).toEqual([])
})

test.each([
  ['a failure of ours', { answered: [answered(503)] }, '1 times activity: 503.'],
  ['a broken connection', { answered: [answered(0)] }, '1 times activity: no answer.'],
  ['a lost write', { lost: ['Receipt 1: 404.'] }, 'Lost: Receipt 1: 404.'],
  ['a growing heap', { samples: growing(6) }, 'The heap of api grows by 1.0 MB with 1,000 answers, at most 0.5.'],
])('the load bench reports %s', (_, change, said) => {
  expect(brokenConditions({ ...well, ...change })).toEqual([said])
})

test('few answers make no growth of a small heap', () => {
  expect(heapGrowth(growing(0.3, 200))).toEqual({ api: expect.closeTo(0.3), pages: 0 })
})
