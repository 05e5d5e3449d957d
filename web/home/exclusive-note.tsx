import type { Service } from '../../worker/contract/connections.ts'
import { TIER_NAMES } from '../../worker/contract/tiers.ts'

/** Exclusive services say which plan they need (design §3.3). */
export function ExclusiveNote({ service: { name, minimum_tier } }: { service: Service }) {
  if (!minimum_tier) return null
  const plans =
    minimum_tier === 'intermediate_pro' ? `${TIER_NAMES.intermediate_pro} or ${TIER_NAMES.pro}` : TIER_NAMES.pro
  return (
    <p className="exclusive-note">
      <span>
        Applets with {name} need {plans}.
      </span>{' '}
      <a href="/plans">Compare plans</a>
    </p>
  )
}
