import type { Permission, Permissions } from '../../../worker/contract/billing/checkout.ts'
import type { SoldPlan, Tier } from '../../../worker/contract/tiers.ts'
import { permissionsOf } from '../../../worker/contract/billing/permissions.ts'

/** What the page may do after a checkout, before anything is read anew (§4.2): `answered` is what the server said with it. */
export function permissionsAfterCheckout(target: SoldPlan, currentTier: Tier, answered: Permissions): Permissions {
  return permitting(answered, permittedBy(target, currentTier))
}

function permittedBy(target: SoldPlan, currentTier: Tier): readonly Permission[] {
  const plus: Permission[] = target === 'pro' ? ['filter_code', 'queries', 'multi_service_account'] : []
  const several = target === 'intermediate_pro' || currentTier === 'free'
  return several ? [...plus, 'multi_action'] : plus
}

/** What the page may do after one click (§4.3). */
export function permissionsAfterOneClick(): Permissions {
  return permitting(permissionsOf('pro'), ['filter_code', 'multi_action', 'queries', 'multi_service_account'])
}

/** What was permitted before stays so. */
function permitting(before: Permissions, permitted: readonly Permission[]): Permissions {
  const grant = (name: Permission) => ({
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
