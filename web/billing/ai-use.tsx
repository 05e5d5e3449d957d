import type { AiCreationsToday } from '../../worker/contract/ai.ts'
import { TIER_NAMES } from '../../worker/contract/tiers.ts'
import { plansPath } from '../../worker/contract/upgrade-words.ts'

/** What of today's AI creations is used (§6); when all of it is, where there is more, or that tomorrow there is. */
export function AiUse({ used, limit, enablement_rules: rules }: AiCreationsToday) {
  const { block_user, minimum_tier } = rules
  return (
    <p className="ai-use">
      AI creations today: {used} of {limit}
      {minimum_tier ? (
        <>
          . <a href={plansPath(rules)}>More with {TIER_NAMES[minimum_tier]}</a>
        </>
      ) : null}
      {block_user && !minimum_tier ? '. It starts anew at midnight UTC.' : null}
    </p>
  )
}
