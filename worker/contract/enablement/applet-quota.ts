import type { Me } from '../accounts/me.ts'
import { PLANS, type Tier } from '../tiers.ts'

type Slots = Pick<Me, 'applet_quota_slots_total' | 'applet_quota_slots_remaining'>

/** §3's slots; null is unlimited. Never negative, although an ended plan may leave more enabled than the tier allows. */
export function slotsOf(tier: Tier, enabled: number): Slots {
  const total = PLANS[tier].applets
  return {
    applet_quota_slots_total: total,
    applet_quota_slots_remaining: total === null ? null : Math.max(0, total - enabled),
  }
}

/** Whether this many enabled Applets leave a slot. */
export function hasSlot(tier: Tier, enabled: number): boolean {
  return slotsOf(tier, enabled).applet_quota_slots_remaining !== 0
}
