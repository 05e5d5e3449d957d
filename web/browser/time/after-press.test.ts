import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterPress } from './after-press.ts'

let page: EventTarget & { querySelector: (selector: string) => object | null }
let isDown = false
beforeEach(() => {
  vi.useFakeTimers()
  page = Object.assign(new EventTarget(), { querySelector: () => (isDown ? {} : null) })
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  isDown = false
})

test('runs at once while nothing is pressed', () => {
  const run = vi.fn<() => void>()
  afterPress(run)
  expect(run).toHaveBeenCalledTimes(1)
})

test.each(['pointerup', 'pointercancel', 'dragend'])('waits for %s, and runs once after its click', (event) => {
  isDown = true
  const run = vi.fn<() => void>()
  afterPress(run)
  vi.runAllTimers()
  expect(run).not.toHaveBeenCalled()
  page.dispatchEvent(new Event(event))
  expect(run).not.toHaveBeenCalled()
  vi.runAllTimers()
  page.dispatchEvent(new Event('pointerup'))
  vi.runAllTimers()
  expect(run).toHaveBeenCalledTimes(1)
})
