import type { EnablementRules } from '../../contract/upgrade/upgrade.ts'
import { blockedTitle, plansPath } from '../../contract/upgrade/upgrade-titles.ts'
import { AppError } from './app-error.ts'

/**
 * The refusal of something that the tier does not allow (403). It carries the rules, so that a page can
 * offer the right plan. A full quota has its own code.
 */
export function tierRefusal(rules: EnablementRules, said?: string): AppError {
  const message = said ?? blockedTitle(rules)
  return new AppError(rules.block_reason === 'applet_quota' ? 'quota_reached' : 'tier_required', {
    message,
    redirectTo: plansPath(rules),
    errors: [{ attribute: 'enablement_rules', message, data: rules }],
  })
}
