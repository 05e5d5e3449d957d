import type { SoldPlan } from '../tiers.ts'

/** The new-subscription page of a plan (§D3.1). A file of its own, because every page may lead there. */
export function subscribePath(plan: SoldPlan): string {
  return plan === 'pro' ? '/subscribe/pro_plus' : '/subscribe/pro'
}
