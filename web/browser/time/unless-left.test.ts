import { afterEach, expect, test, vi } from 'vitest'
import { unlessLeft } from './unless-left.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Whether it ran on a page that is left after this time (ms); null: never. */
function ran(left: number | null): boolean {
  vi.useFakeTimers()
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  let done = false
  unlessLeft(2000, () => {
    done = true
  })
  if (left !== null) {
    vi.advanceTimersByTime(left)
    page.dispatchEvent(new Event('pagehide'))
  }
  vi.advanceTimersByTime(3000)
  return done
}

test('runs on a page that stays, not on one that is left', () => {
  expect([ran(null), ran(1999), ran(2001)]).toEqual([true, false, true])
})
