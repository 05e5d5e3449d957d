import type { Tier } from '../../../contract/tiers.ts'
import type { StoreSize } from './store-entries.ts'

/** The limits of a user's store: values and items of lists, and the bytes of their names and texts. */
const LIMITS: Record<Tier, StoreSize> = {
  free: { entries: 100, bytes: 100_000 },
  intermediate_pro: { entries: 1000, bytes: 1_000_000 },
  legacy_pro: { entries: 1000, bytes: 1_000_000 },
  pro: { entries: 10_000, bytes: 10_000_000 },
}

export function storeLimitOf(tier: Tier): StoreSize {
  return LIMITS[tier]
}
