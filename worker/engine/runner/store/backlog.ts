import type { Tier } from '../../../contract/tiers.ts'

/** How many runs may wait: beyond that a hook answers 429. */
const BACKLOGS: Record<Tier, number> = { free: 1000, intermediate_pro: 10_000, legacy_pro: 10_000, pro: 100_000 }

export function backlogOf(tier: Tier): number {
  return BACKLOGS[tier]
}
