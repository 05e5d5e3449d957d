import { expect, test } from 'vitest'
import { brokenConditions } from './load-report.ts'
import type { Answered } from './run-load.ts'
import { memorySlope } from './watch-memory.ts'

const user = { id: 'usr_bench_1', headers: {}, hook: '', counts: new Map<string, number>() }

function answered(status: number): Answered {
  return { user, asked: { kind: 'activity', sent: { url: 'http://127.0.0.1/' } }, status, whole: 1 }
}

function rising(mbEachSecond: number) {
  return Array.from({ length: 30 }, (_, second) => ({ at: second * 1000, mb: 200 + second * mbEachSecond }))
}

const well = { answered: [answered(200), answered(303)], samples: rising(0), lost: [], control: rising(0) }

// §D29-03
test('a load that was answered whole breaks no condition', () => {
  expect(brokenConditions(well)).toEqual([])
})

test.each([
  ['a failure of ours', { answered: [answered(503)] }, '1 times activity: 503.'],
  ['a broken connection', { answered: [answered(0)] }, '1 times activity: no answer.'],
  ['a lost write', { lost: ['Receipt 1: 404.'] }, 'Lost: Receipt 1: 404.'],
  ['growing memory', { samples: rising(2) }, 'Memory grows by 120 MB a minute more than the control, goal 60.'],
])('the load bench reports %s', (_, change, said) => {
  expect(brokenConditions({ ...well, ...change })).toEqual([said])
})

test('memory that grows as beside the control breaks nothing', () => {
  expect(brokenConditions({ ...well, samples: rising(5), control: rising(5) })).toEqual([])
})

test('memory that grew only at first is flat', () => {
  const samples = rising(10).map(({ at, mb }) => ({ at, mb: Math.min(mb, 300) }))
  expect(memorySlope(samples)).toBe(0)
})
