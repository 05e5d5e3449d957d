import { expect, test } from 'vitest'
import { mobileSystemOf } from './mobile-system.ts'

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15'

test.each([
  ['Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 Chrome/148.0.0.0 Mobile Safari/537.36', 5, 'android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 5, 'ios'],
  [MAC, 5, 'ios'],
  [MAC, 1, null],
  [MAC, 0, null],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/148.0.0.0 Safari/537.36', 10, null],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/148.0.0.0 Safari/537.36', 10, null],
] as const)('reads %s with %i touch points as %s', (userAgent, touchPoints, system) => {
  expect(mobileSystemOf(userAgent, touchPoints)).toBe(system)
})
