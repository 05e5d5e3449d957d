import { expect, test } from 'vitest'
import { whichStore } from './which-store.ts'

test.each([
  ['android', 'android', 'android'],
  ['android', 'ios', 'android'],
  ['ios', 'android', 'android'],
  ['ios', 'ios', 'ios'],
  [null, 'android', 'android'],
  [null, 'ios', 'ios'],
] as const)('an Applet of type %s on an %s device leads to the store of %s (§2.1)', (type, device, store) => {
  expect(whichStore(type, device)).toBe(store)
})
