import { expect, test } from 'vitest'
import { chooseAppStore, offeredStores } from './choose-app-store.ts'

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

const IOS_ALONE = { app_store_url: 'https://apps.test/ios', play_store_url: '' }

test.each([
  [null, 'ios', ['ios']],
  [null, null, ['ios']],
  ['android', null, []],
  ['android', 'ios', []],
  [null, 'android', []],
] as const)('with an iPhone app alone, type %s on %s offers %j', (type, device, stores) => {
  expect(offeredStores(IOS_ALONE, type, device)).toEqual(stores)
})
