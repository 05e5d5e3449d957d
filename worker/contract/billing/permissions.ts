import type { Permissions } from './checkout.ts'
import { TIER_LIMITS, type Tier } from '../tiers.ts'

/** What a tier permits (§4.2, §4.3), and which one a user needs for it. */
export function permissionsOf(tier: Tier): Permissions {
  const { multi_action, multi_service_account, queries, filter_code } = TIER_LIMITS[tier]
  return {
    multi_action: { minimum_tier: 'intermediate_pro', permitted: multi_action },
    multi_service_account: { minimum_tier: 'pro', permitted: multi_service_account },
    queries: { minimum_tier: 'pro', permitted: queries },
    filter_code: { minimum_tier: 'pro', permitted: filter_code },
  }
}
