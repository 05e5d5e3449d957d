import { expect, test } from 'vitest'
import { storeBilled } from './store-billed.ts'

test('names the mobile store and the device for the upgrade', () => {
  expect(storeBilled('intermediate_pro', 'app_store')).toBe(
    'You currently have a Pro subscription on the App Store. Please upgrade to Pro+ on your iOS device.',
  )
  expect(storeBilled('intermediate_pro', 'google_play')).toBe(
    'You currently have a Pro subscription on Google Play. Please upgrade to Pro+ on your Android device.',
  )
})
