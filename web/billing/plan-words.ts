import { SOLD_PLANS } from '../../worker/contract/checkout.ts'
import { DEFAULT_PLAN } from '../../worker/contract/upgrade.ts'
import { isUpgradeStep, upgradeTitle } from '../../worker/contract/upgrade-words.ts'

/** Why somebody was sent to the plans (`plansPath`): the title of its upgrade step (design §3.7). */
export function reasonTitle({ reason, plan }: Record<string, string | undefined>): string | null {
  if (!isUpgradeStep(reason)) return null
  return upgradeTitle(reason, { plan: SOLD_PLANS.find((sold) => sold === plan) ?? DEFAULT_PLAN, trialDays: null })
}
