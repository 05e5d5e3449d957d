import { DEFAULT_PLAN, type EnablementRules } from '../contract/upgrade/upgrade.ts'
import { plansPath, upgradeTitle } from '../contract/upgrade/blocked-words.ts'
import { AppError } from './app-error.ts'

/**
 * The refusal of what a tier does not allow (403): its message is the title of the upgrade step unless said, and the
 * rules are with it, so that a page can offer the plan that lifts it. A full quota has a code of its own.
 */
export function tierRefusal(rules: EnablementRules, said?: string): AppError {
  const plan = rules.minimum_tier ?? DEFAULT_PLAN
  const message = said ?? upgradeTitle(rules.block_reason ?? 'default', { plan, trialDays: null })
  return new AppError(rules.block_reason === 'applet_quota' ? 'quota_reached' : 'tier_required', {
    message,
    redirectTo: plansPath(rules),
    errors: [{ attribute: 'enablement_rules', message, data: rules }],
  })
}
