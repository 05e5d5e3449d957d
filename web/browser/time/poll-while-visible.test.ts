import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollDelay, pollWhileVisible } from './poll-while-visible.ts'

let listeners: { event: string; run: () => void }[] = []
const page = {
  visibilityState: 'visible',
  addEventListener: (event: string, run: () => void) => void listeners.push({ event, run }),
  removeEventListener: () => void (listeners = []),
}
function tell(event: string) {
  for (const each of listeners) if (each.event === event) each.run()
}
function show(state: 'visible' | 'hidden') {
  page.visibilityState = state
  tell('visibilitychange')
}
const focusWindow = () => tell('focus')
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', page)
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

test('asks at once when its window has the focus again', async () => {
  const { asked, stop } = polls(false, false)
  await vi.advanceTimersByTimeAsync(10_000)
  focusWindow()
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
