import { expect, test } from 'vitest'
import { slotsRemaining } from './applet-quota.ts'

test('never answers a negative quota, and null for unlimited', () => {
  expect(slotsRemaining(20, 3)).toBe(17)
  expect(slotsRemaining(2, 5)).toBe(0)
  expect(slotsRemaining(null, 5)).toBeNull()
})
