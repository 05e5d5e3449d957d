import { expect, test } from 'vitest'
import { emptyBudget, leaseCalls, NO_BUDGET, type CallBudget } from './app-limit.ts'

const LIMIT = { calls: 30, per: 60 }

function lease(budget: CallBudget, now: number, wanted = 1) {
  return leaseCalls(budget, LIMIT, { wanted, now, random: 0 })
}

test('ten seconds lease a sixth of what a minute allows', () => {
  const [first, after] = lease(NO_BUDGET, 1000, 3)
  expect(first).toEqual({ calls: 3, until: 11_000, wait: 0 })
  const [second, empty] = lease(after, 2000, 3)
  expect(second.calls).toBe(2)
  expect(lease(empty, 4000)[0]).toEqual({ calls: 0, until: 4000, wait: 7000 })
  expect(lease(empty, 11_000)[0].calls).toBe(1)
})

test('who waits is spread over a chunk', () => {
  const [, empty] = lease(NO_BUDGET, 1000, 5)
  expect(leaseCalls(empty, LIMIT, { wanted: 1, now: 4000, random: 0.5 })[0].wait).toBe(12_000)
})

test('a limit below a call in ten seconds has longer chunks', () => {
  const [first, after] = leaseCalls(NO_BUDGET, { calls: 2, per: 60 }, { wanted: 5, now: 0, random: 0 })
  expect(first).toEqual({ calls: 1, until: 30_000, wait: 0 })
  expect(leaseCalls(after, { calls: 2, per: 60 }, { wanted: 1, now: 10_000, random: 0 })[0].wait).toBe(20_000)
})

test('one Runner leases ten calls at most', () => {
  expect(leaseCalls(NO_BUDGET, { calls: 6000, per: 60 }, { wanted: 100, now: 0, random: 0 })[0].calls).toBe(10)
})

test('a 429 empties the budget for as long as it says', () => {
  const [, after] = lease(NO_BUDGET, 1000)
  const empty = emptyBudget(after, 60_000, 2000)
  expect(lease(empty, 30_000)[0].wait).toBe(32_000)
  expect(lease(empty, 62_000)[0].calls).toBe(1)
})
