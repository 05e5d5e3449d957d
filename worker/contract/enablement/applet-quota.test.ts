import { expect, test } from 'vitest'
import type { Tier } from '../tiers.ts'
import { slotsOf } from './applet-quota.ts'

test('never answers a negative quota, and null for unlimited', () => {
  const left = (tier: Tier, enabled: number) => slotsOf(tier, enabled).applet_quota_slots_remaining
  expect(left('intermediate_pro', 3)).toBe(17)
  expect(left('free', 5)).toBe(0)
  expect(left('pro', 5)).toBeNull()
})
