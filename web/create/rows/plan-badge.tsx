import { PLANS } from '../../../worker/contract/tiers.ts'
import type { EnablementRules } from '../../../worker/contract/upgrade/upgrade.ts'
import '../../ui/badge.css'

/** The plan that a part needs; nothing for a part that the viewer may use. */
export function PlanBadge({ rules: { block_user, minimum_tier } }: { rules: EnablementRules }) {
  if (!block_user || minimum_tier === null) return null
  return <span className="badge">{PLANS[minimum_tier].name}</span>
}
