import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from './fake-storage.fixture.ts'
import { keepOnwardFlash, takeOnwardFlash } from './onward-flash.ts'

const storage = fakeStorage()
beforeEach(() => vi.stubGlobal('window', { sessionStorage: storage }))
afterEach(() => {
  storage.rows.clear()
  vi.unstubAllGlobals()
})

test('the next page takes what is left, once', () => {
  keepOnwardFlash({ message: 'Upgrade complete.', left: 1800 }, 1000)
  expect(takeOnwardFlash(2000)).toEqual({ message: 'Upgrade complete.', left: 1800 })
  expect(takeOnwardFlash(2000)).toBeNull()
})

test('a page after more than a minute takes nothing', () => {
  keepOnwardFlash({ message: 'Upgrade complete.', left: 1800 }, 1000)
  expect(takeOnwardFlash(61_000)).toBeNull()
})

test.each(['{', 'null', '[]', '{"message":1,"left":5,"kept_at":0}', '{"message":"a","left":-1,"kept_at":0}'])(
  'takes nothing from %s',
  (text) => {
    storage.setItem('page-state:onward-flash', text)
    expect(takeOnwardFlash(0)).toBeNull()
  },
)

test('shows a strange time no longer than any message', () => {
  keepOnwardFlash({ message: 'Upgrade complete.', left: 9e9 }, 0)
  expect(takeOnwardFlash(0)?.left).toBe(3000)
})
