import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepKey, notePress, takeTypedAhead } from './typed-ahead.ts'

/** An element that opens a search, or not. */
class Pressed extends EventTarget {
  readonly #opens: boolean

  constructor(opens: boolean) {
    super()
    this.#opens = opens
  }

  closest() {
    return this.#opens ? this : null
  }
}

/** Presses these keys. Returns those that were left to the page. */
function typeKeys(keys: readonly string[], more: object = {}): string[] {
  return keys.filter((key) => {
    const event = new Event('keydown', { cancelable: true })
    for (const [name, value] of Object.entries({ key, ...more })) Object.defineProperty(event, name, { value })
    keepKey(event as KeyboardEvent)
    return !event.defaultPrevented
  })
}

const openSearch = () => notePress({ target: new Pressed(true) })

beforeEach(() => vi.stubGlobal('Element', Pressed))
afterEach(() => {
  takeTypedAhead()
  vi.unstubAllGlobals()
})

test('letters after a press that opens a search are kept for it', () => {
  openSearch()
  expect(typeKeys(['r', 's', 's', ' ', 'Enter'])).toEqual(['Enter'])
  expect(takeTypedAhead()).toBe('rss ')
  expect(takeTypedAhead()).toBeNull()
  expect(typeKeys(['x'])).toEqual(['x'])
})

test.each([
  ['another press', () => notePress({ target: new Pressed(false) })],
  ['Tab', () => typeKeys(['Tab'])],
  ['a key in a field', () => typeKeys(['a'], { target: { maxLength: 200 } })],
])('letters after %s go to the page', (_, leave) => {
  openSearch()
  leave()
  expect(typeKeys(['r'])).toEqual(['r'])
  expect(takeTypedAhead()).toBeNull()
})

test('shortcuts are left to the browser while a search is to come', () => {
  openSearch()
  expect(typeKeys(['r'], { ctrlKey: true })).toEqual(['r'])
})
