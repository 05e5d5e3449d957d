import { PLANS } from '../../../contract/tiers.ts'
import { tierOf } from '../../../users/entitlements/entitlement-rules.ts'
import type { RunnerMemory } from '../world/memory.ts'

/** What the user's plan gives now. */
export function planOf({ world, settings }: RunnerMemory) {
  return PLANS[tierOf(settings.subscriptions, world.now())]
}
