import { expect, test } from 'vitest'
import { keyAction } from './use-active-option.ts'

test.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 2, 0],
  ['ArrowUp', -1, 2],
  ['ArrowUp', 0, 2],
  ['Enter', 1, 'choose'],
  ['Escape', 1, 'close'],
  ['Tab', 1, undefined],
  ['a', 1, undefined],
])('%s from option %d of three gives %s', (key, active, action) => expect(keyAction(key, active, 3)).toBe(action))

test('an arrow in an empty list stays nowhere', () => {
  expect(keyAction('ArrowDown', -1, 0)).toBe(-1)
  expect(keyAction('ArrowUp', -1, 0)).toBe(-1)
})
