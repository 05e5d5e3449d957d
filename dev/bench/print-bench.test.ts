import { expect, test } from 'vitest'
import type { Measured } from './measure-scenario.ts'
import { isAboveGoal } from './print-bench.ts'

const times = { first: 1, whole: 1, cpu: 1 }
const sent = { url: 'http://127.0.0.1/' }

function measured(ratio: number, goal: number | null): Measured {
  const against = { name: 'a bare write', sent }
  const scenario = { group: 'call', name: 'GET /', sent, against, goal, statements: 0, trips: 0 } as const
  return { scenario, times, control: times, ratio, cpuRatio: ratio }
}

test('only a ratio above its goal fails the bench', () => {
  expect(isAboveGoal(measured(2.01, 2))).toBe(true)
  expect(isAboveGoal(measured(2, 2))).toBe(false)
  expect(isAboveGoal(measured(9, null))).toBe(false)
})
