import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { after, debounced } from './timers.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a canceled timer does not run', () => {
  const ran: string[] = []
  after(10, () => ran.push('kept'))
  after(10, () => ran.push('canceled'))()
  vi.advanceTimersByTime(10)
  expect(ran).toEqual(['kept'])
})

// §9-20
test('handles many resizes within 100 ms once, at the end', () => {
  let handled = 0
  const resize = debounced(100, () => handled++)
  for (let i = 0; i < 5; i++) {
    resize.call()
    vi.advanceTimersByTime(50)
  }
  expect(handled).toBe(0)
  vi.advanceTimersByTime(50)
  expect(handled).toBe(1)
})
