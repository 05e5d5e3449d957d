import type { EnablementRules } from '../../../../worker/contract/upgrade/upgrade.ts'
import { RequestError } from '../../../browser/request/request-error.ts'
import type { UpgradeModalRequest } from './upgrade-modal-store.ts'

/** The enablement rules in a refusal (§3, §7 errors[0].data); null if it is about something else. */
export function rulesIn(error: unknown): EnablementRules | null {
  const entries = error instanceof RequestError ? (error.body.errors ?? []) : []
  const data = entries.find(({ attribute }) => attribute === 'enablement_rules')?.data
  return isRules(data) ? data : null
}

function isRules(data: unknown): data is EnablementRules {
  return typeof data === 'object' && data !== null && 'block_user' in data && 'minimum_tier' in data
}

/** The modal's step and plan that lift a block (§2.4); null without a block or a plan that lifts it. */
export function upgradeRequestFor(rules: EnablementRules | null): Pick<UpgradeModalRequest, 'step' | 'plan'> | null {
  if (!rules?.block_user || rules.minimum_tier === null) return null
  return { step: rules.block_reason ?? 'default', plan: rules.minimum_tier }
}
