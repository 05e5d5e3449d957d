import { expect, test } from 'vitest'
import { slotsRemaining } from './applet-quota.ts'

test('the quota that is left is never negative and unlimited stays null (§3)', () => {
  expect(slotsRemaining(20, 3)).toBe(17)
  expect(slotsRemaining(2, 5)).toBe(0)
  expect(slotsRemaining(null, 5)).toBeNull()
})
