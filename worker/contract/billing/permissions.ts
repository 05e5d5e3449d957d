import type { Permissions } from './checkout.ts'
import { lowestPlanWith, PLANS, type Feature, type Tier } from '../tiers.ts'

/** Finds the permissions of a tier (§4.2, §4.3), and the tier that a user needs for each. */
export function permissionsOf(tier: Tier): Permissions {
  return {
    multi_action: permissionOf(tier, 'multi_action'),
    multi_service_account: permissionOf(tier, 'multi_service_account'),
    queries: permissionOf(tier, 'queries'),
    filter_code: permissionOf(tier, 'filter_code'),
  }
}

function permissionOf(tier: Tier, feature: Feature): Permissions[Feature] {
  return { minimum_tier: lowestPlanWith(feature), permitted: PLANS[tier][feature] }
}
