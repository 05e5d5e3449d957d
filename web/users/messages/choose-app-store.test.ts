import { expect, test } from 'vitest'
import { chooseAppStore } from './choose-app-store.ts'

// §2.1-45
test.each([
  ['android', 'android', 'android'],
  ['android', 'ios', 'android'],
  ['ios', 'android', 'android'],
  ['ios', 'ios', 'ios'],
  [null, 'android', 'android'],
  [null, 'ios', 'ios'],
] as const)('an Applet of type %s on an %s device chooses %s', (type, device, store) => {
  expect(chooseAppStore(type, device)).toBe(store)
})
