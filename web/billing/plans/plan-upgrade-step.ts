import type { ViewerPlans } from '../../../worker/contract/applets/browse.ts'
import { SOLD_PLANS, type SoldPlan, type Tier } from '../../../worker/contract/tiers.ts'
import { planRules } from '../../../worker/contract/enablement/enablement-rules.ts'
import { DEFAULT_PLAN, STEP_PLANS, type UpgradeStep } from '../../../worker/contract/upgrade/upgrade.ts'
import { isUpgradeStep, upgradeTitle } from '../../../worker/contract/upgrade/upgrade-titles.ts'

import type { Session } from '../../site/session/session.ts'

type Query = Record<string, string | undefined>

/**
 * The upgrade step for a plan's button: the reason in the address (`plansPath`) if it is about that plan, else the default
 * for this tier. Null if the tier already includes the plan. A campaign links to `/plans?reason=holiday`.
 */
export function stepOf(plan: SoldPlan, tier: Tier, { reason, plan: named }: Query): UpgradeStep | null {
  const { block_reason } = planRules(tier, plan)
  if (block_reason === null || !isUpgradeStep(reason)) return block_reason
  return plan === planOf(reason, named) ? reason : block_reason
}

/** The address's query for a viewer: without a campaign for them, its step is the default one. */
export function queryWithout(campaign: boolean, query: Query): Query {
  return query.reason === 'holiday' && !campaign ? { ...query, reason: 'default_pro' } : query
}

/** Whether the campaign is for this viewer: a visitor or a user without a plan who is not a student. */
export function isForViewer(campaign: string | null, viewer: Session<ViewerPlans | null>): boolean {
  if (campaign === null || viewer.kind !== 'user') return campaign !== null
  return viewer.me.tier === 'free' && !viewer.viewer?.plans
}

function planOf(reason: UpgradeStep, named: string | undefined): SoldPlan {
  return STEP_PLANS[reason] ?? SOLD_PLANS.find((sold) => sold === named) ?? DEFAULT_PLAN
}

/** The address's reason as the title of its upgrade step, or "Unknown step" (§8); null without a reason. */
export function reasonTitle({ reason, plan: named }: Query): string | null {
  if (reason === undefined) return null
  const plan = isUpgradeStep(reason) ? planOf(reason, named) : DEFAULT_PLAN
  return upgradeTitle(reason, { plan, trialDays: null })
}
