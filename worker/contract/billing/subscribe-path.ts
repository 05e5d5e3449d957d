import type { SoldPlan } from '../tiers.ts'

/** The new-subscription page of a plan (§D3.1). In its own file, because every page may link to it. */
export function subscribePath(plan: SoldPlan): string {
  return SUBSCRIBE_PATHS[plan]
}

const SUBSCRIBE_PATHS: Record<SoldPlan, string> = { intermediate_pro: '/subscribe/pro', pro: '/subscribe/pro_plus' }
