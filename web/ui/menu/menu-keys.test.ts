import { expect, test } from 'vitest'
import { entryForKey } from './menu-keys.ts'

test('arrow down enters at the first entry and wraps', () => {
  expect(entryForKey('ArrowDown', -1, 3)).toBe(0)
  expect(entryForKey('ArrowDown', 2, 3)).toBe(0)
})

test('arrow up enters at the last entry and wraps', () => {
  expect(entryForKey('ArrowUp', -1, 3)).toBe(2)
  expect(entryForKey('ArrowUp', 0, 3)).toBe(2)
  expect(entryForKey('ArrowUp', 2, 3)).toBe(1)
})

test('Home and End go to the ends, other keys nowhere', () => {
  expect(entryForKey('Home', 1, 3)).toBe(0)
  expect(entryForKey('End', 1, 3)).toBe(2)
  expect(entryForKey('a', 1, 3)).toBeUndefined()
  expect(entryForKey('ArrowDown', -1, 0)).toBeUndefined()
})
