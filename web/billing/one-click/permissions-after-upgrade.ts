import { ONE_CLICK_PLAN } from '../../../worker/contract/upgrade/upgrade.ts'
import type { Permission, Permissions } from '../../../worker/contract/billing/checkout.ts'
import type { SoldPlan, Tier } from '../../../worker/contract/tiers.ts'
import { permissionsOf } from '../../../worker/contract/billing/permissions.ts'

/** The page's permissions after a checkout, before a reload (§4.2). `answered`: those in the server's response. */
export function permissionsAfterCheckout(target: SoldPlan, currentTier: Tier, answered: Permissions): Permissions {
  return permitting(answered, permittedBy(target, currentTier))
}

function permittedBy(target: SoldPlan, currentTier: Tier): readonly Permission[] {
  switch (target) {
    case 'intermediate_pro':
      return ['multi_action']
    case 'pro':
      return currentTier === 'free' ? [...PRO_PLUS, 'multi_action'] : PRO_PLUS
    default:
      return target satisfies never
  }
}

const PRO_PLUS: readonly Permission[] = ['filter_code', 'queries', 'multi_service_account']

/** The page's permissions after a one-click upgrade (§4.3). */
export function permissionsAfterOneClick(): Permissions {
  return permitting(permissionsOf(ONE_CLICK_PLAN), [...PRO_PLUS, 'multi_action'])
}

/** Adds permissions and removes none. */
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
