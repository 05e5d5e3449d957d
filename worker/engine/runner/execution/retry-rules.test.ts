import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../contract/shared/durations.ts'
import type { Repeat, StepFailure, StepProblem } from '../../../system/runner-api/step-outcome.ts'
import { CALLS_HOLD } from './hold-rules.ts'
import { adviceFor, decideRetry, RETRY_WAITS } from './retry-rules.ts'

const fresh = { repeat: 'key', uncertain: false, failures: 0, refused: 0 } as const
/** In the middle of the spread. */
const MIDDLE = 0.5

function problem(failure: StepFailure, retry_after: number | null = null): StepProblem {
  return { failure, sent: 'maybe', status: null, retry_after, message: 'no' }
}

describe('ten tries follow a failure that may end by itself', () => {
  test.each(['transport', 'timeout', 'too_large', 'server'] as const)('%s', (failure) => {
    const waits = RETRY_WAITS.map((_, failures) => decideRetry(problem(failure), { ...fresh, failures }, MIDDLE))
    expect(waits).toMatchObject(RETRY_WAITS.map((wait) => ({ kind: 'retry', wait, counts: 'failures' })))
    expect(decideRetry(problem(failure), { ...fresh, failures: 10 }, MIDDLE)).toEqual({ kind: 'fail' })
  })

  test('they end after nearly 16 hours', () => {
    expect(RETRY_WAITS.reduce((sum, wait) => sum + wait, 0)).toBe(15 * HOUR + 51 * MINUTE + 20_000)
  })

  test('each is spread by a fifth', () => {
    const wait = (random: number) => decideRetry(problem('server'), fresh, random)
    expect([wait(0), wait(1)]).toMatchObject([{ wait: 4000 }, { wait: 6000 }])
  })
})

test.each(['status', 'protocol'] as const)('two tries follow %s', (failure) => {
  const at = (refused: number) => decideRetry(problem(failure), { ...fresh, refused }, MIDDLE)
  expect([at(0), at(1), at(2)]).toMatchObject([
    { kind: 'retry', wait: MINUTE, counts: 'refused' },
    { kind: 'retry', wait: 10 * MINUTE, counts: 'refused' },
    { kind: 'fail' },
  ])
})

test.each([
  [null, MINUTE],
  [5000, 5000],
  [3 * DAY, DAY],
])('a limit of %s ms is waited for %s ms uncounted', (retry_after, wait) => {
  const late = { ...fresh, failures: 10, refused: 2 }
  expect(decideRetry(problem('rate_limited', retry_after), late, MIDDLE)).toEqual({
    kind: 'retry',
    wait,
    counts: null,
  })
})

test('too many calls under way are waited for uncounted', () => {
  const late = { ...fresh, failures: 10, refused: 2 }
  expect(decideRetry(problem('busy'), late, MIDDLE)).toEqual({ kind: 'retry', wait: CALLS_HOLD, counts: null })
  expect(adviceFor(problem('busy'))).toContain('Replay it')
})

test.each([
  ['gone', 'fail'],
  ['refused', 'fail'],
  ['input', 'fail'],
  ['skip', 'skip'],
  ['unauthorized', 'ask_account'],
] as const)('%s is not tried again', (failure, kind) => {
  expect(decideRetry(problem(failure), fresh, MIDDLE)).toEqual({ kind })
})

describe('after an uncertain try', () => {
  const after = (repeat: Repeat, failure: StepFailure, failures = 0) =>
    decideRetry(problem(failure), { repeat, uncertain: true, failures, refused: failures }, MIDDLE).kind

  test.each([
    ['safe', 'retry'],
    ['key', 'retry'],
    ['find', 'retry'],
    ['unsafe', 'unsure'],
  ] as const)('%s: %s', (repeat, kind) => {
    expect(after(repeat, 'timeout')).toBe(kind)
    expect(after(repeat, 'protocol')).toBe(kind)
  })

  test.each([
    ['safe', 'fail'],
    ['key', 'fail'],
    ['find', 'unsure'],
    ['unsafe', 'unsure'],
  ] as const)('%s ends as %s when no try is left', (repeat, kind) => {
    expect(after(repeat, 'server', 10)).toBe(kind)
    expect(after(repeat, 'gone')).toBe(kind)
  })
})

test('every failure says what its user can do, but for a skip', () => {
  const failures = [
    'transport',
    'timeout',
    'too_large',
    'refused',
    'status',
    'server',
    'rate_limited',
    'unauthorized',
  ] as const
  const more = ['gone', 'protocol', 'input'] as const
  expect([...failures, ...more].map((failure) => adviceFor(problem(failure)))).not.toContain('')
  expect(adviceFor(problem('skip'))).toBe('')
})
