import type { Permissions } from '../../../worker/contract/billing/checkout.ts'
import { FEATURES, PLANS, smallerPlan, type Feature, type SoldPlan, type Tier } from '../../../worker/contract/tiers.ts'

/**
 * The page's permissions after a checkout, before a reload (§4.2): what distinguishes the plan from the next smaller one,
 * and what the tier from before lacked. `answered`: those in the server's response.
 */
export function permissionsAfterCheckout(target: SoldPlan, currentTier: Tier, answered: Permissions): Permissions {
  const smaller = smallerPlan(target) ?? 'free'
  const gained = FEATURES.filter(
    (feature) => PLANS[target][feature] && !(PLANS[smaller][feature] && PLANS[currentTier][feature]),
  )
  return permitting(answered, gained)
}

/** Adds permissions and removes none. */
function permitting(before: Permissions, permitted: readonly Feature[]): Permissions {
  const grant = (name: Feature) => ({
    ...before[name],
    permitted: before[name].permitted || permitted.includes(name),
  })
  return {
    multi_action: grant('multi_action'),
    multi_service_account: grant('multi_service_account'),
    queries: grant('queries'),
    filter_code: grant('filter_code'),
  }
}
