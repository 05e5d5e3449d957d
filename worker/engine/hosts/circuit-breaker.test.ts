import { expect, test } from 'vitest'
import { askBreaker, CLOSED_BREAKER, countReport, type Breaker, readBreaker } from './circuit-breaker.ts'

function failing(users: number, each: number, calls = each): Breaker {
  return Array.from({ length: users }, (_, user) => user).reduce(
    (breaker, user) => countReport(breaker, { user: `u${user}`, calls, failures: each, at: 1000 + user }),
    CLOSED_BREAKER,
  )
}

test.each([
  ['ten failures of five users', failing(5, 2), true],
  ['nine failures', failing(3, 3), false],
  ['ten failures of four users', failing(4, 3), false],
  ['half of the calls', failing(5, 2, 4), false],
])('%s', (_, breaker, open) => {
  expect(breaker.open).toBe(open)
})

test('old failures are forgotten', () => {
  const late = countReport(failing(4, 3), { user: 'u9', calls: 2, failures: 2, at: 400_000 })
  expect(late.open).toBe(false)
})

test('one call in 15 seconds tries an open host', () => {
  const open = failing(5, 2)
  const [now] = askBreaker(open, 2000, 0.5)
  expect(now.wait).toBe(45_000)
  const [probe, after] = askBreaker(open, 20_000, 0.5)
  expect(probe.wait).toBe(0)
  expect(askBreaker(after, 20_001, 0)[0].wait).toBe(15_000)
})

test('a probe that succeeds closes the breaker', () => {
  const closed = countReport(failing(5, 2), { user: 'u1', calls: 1, failures: 0, at: 30_000 })
  expect([closed.open, askBreaker(closed, 30_001, 0)[0]]).toEqual([false, { wait: 0, suspect: false }])
})

test('a probe that fails leaves it open', () => {
  const open = countReport(failing(5, 2), { user: 'u1', calls: 1, failures: 1, at: 30_000 })
  expect(open.open).toBe(true)
})

test('a host that fails now and then is suspect, not closed', () => {
  expect(askBreaker(failing(1, 1), 2000, 0)[0]).toEqual({ wait: 0, suspect: true })
})

test('says what the calls of the last five minutes met', () => {
  const first = countReport(CLOSED_BREAKER, { user: 'a', calls: 3, failures: 1, at: 1000 })
  const both = countReport(first, { user: 'b', calls: 2, failures: 0, at: 2000 })
  expect(readBreaker(both, 3000)).toEqual({ open: false, calls: 5, failures: 1, users: 1 })
  expect(readBreaker(both, 1000 + 300_000)).toEqual({ open: false, calls: 2, failures: 0, users: 0 })
})
