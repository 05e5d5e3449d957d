import type { Tier } from '../../../contract/tiers.ts'

/** Days that ended runs are kept, and megabytes they may take. */
const RETENTION: Record<Tier, { days: number; megabytes: number }> = {
  free: { days: 7, megabytes: 20 },
  intermediate_pro: { days: 30, megabytes: 200 },
  legacy_pro: { days: 30, megabytes: 200 },
  pro: { days: 90, megabytes: 2000 },
}

export function retentionOf(tier: Tier): { days: number; megabytes: number } {
  return RETENTION[tier]
}
