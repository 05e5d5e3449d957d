import { lowestPlanWith } from '../../contract/tiers.ts'
import type { EnablementRules } from '../../contract/upgrade/upgrade.ts'
import { upgradeTitle } from '../../contract/upgrade/upgrade-titles.ts'
import { SENTENCES } from '../../contract/errors.ts'
import type { AppError } from '../../system/errors/app-error.ts'
import { tierRefusal } from '../../system/errors/tier-refusal.ts'

/** The refusal of an account that the tier does not allow. It also suggests disconnecting the other account. */
export function connectionRefusal(rules: EnablementRules): AppError {
  if (rules.block_reason !== 'multi_service_account') return tierRefusal(rules)
  const plan = rules.minimum_tier ?? lowestPlanWith('multi_service_account')
  const title = upgradeTitle(rules.block_reason, { plan, trialDays: null })
  return tierRefusal(rules, SENTENCES.one_account_only(title))
}
