import { afterEach, expect, test, vi } from 'vitest'
import { reloadWhenRestored } from './bfcache.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A window; `shown` fires pageshow, for a restored or a fresh page. */
function aWindow() {
  const reload = vi.fn()
  const window = Object.assign(new EventTarget(), { location: { reload } })
  vi.stubGlobal('window', window)
  const shown = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  return { reload, shown }
}

// §2.1-58
test('reloads a page restored from the back-forward cache only', () => {
  const { reload, shown } = aWindow()
  reloadWhenRestored()
  shown(false)
  expect(reload).not.toHaveBeenCalled()
  shown(true)
  expect(reload).toHaveBeenCalledOnce()
})

test('does not reload after listening stops', () => {
  const { reload, shown } = aWindow()
  reloadWhenRestored()()
  shown(true)
  expect(reload).not.toHaveBeenCalled()
})
