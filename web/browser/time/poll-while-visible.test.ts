import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollDelay, pollWhileVisible } from './poll-while-visible.ts'

let listeners: (() => void)[] = []
const page = {
  visibilityState: 'visible',
  addEventListener: (_: string, run: () => void) => void listeners.push(run),
  removeEventListener: () => void (listeners = []),
}
function show(state: 'visible' | 'hidden') {
  page.visibilityState = state
  for (const run of listeners) run()
}
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  page.visibilityState = 'visible'
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  listeners = []
})

/** Polls whose answers are taken from this list; the last one repeats. */
function polls(lively: boolean, ...answers: boolean[]) {
  let asked = 0
  const { hurry, stop } = pollWhileVisible(async () => answers[Math.min(asked++, answers.length - 1)] ?? false, lively)
  return { hurry, stop, asked: () => asked }
}

test('polls fast for a minute after a change, then slowly', async () => {
  expect([pollDelay(1000, 500), pollDelay(60_400, 500), pollDelay(60_500, 500), pollDelay(5, null)]).toEqual([
    2000, 2000, 30_000, 30_000,
  ])
  const { asked, stop } = polls(true, false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toBe(30)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toBe(32)
  stop()
})

test('polls only while the page is visible', async () => {
  const { asked, stop } = polls(true, false)
  show('hidden')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toBe(0)
  show('visible')
  await vi.advanceTimersByTimeAsync(0)
  expect(asked()).toBe(1)
  stop()
})

test('a press makes slow polling fast', async () => {
  const { asked, hurry, stop } = polls(false, false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked()).toBe(0)
  hurry()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked()).toBe(5)
  stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked()).toBe(5)
})
