import type { AiCreationsToday } from '../../../worker/contract/ai/ai-creations.ts'
import { PLANS } from '../../../worker/contract/tiers.ts'
import type { Session } from '../../site/session/session.ts'
import { upgradeRequestFor } from '../../site/upgrade/store/upgrade-modal-request.ts'
import { UpgradeLink } from '../../site/upgrade/upgrade-link.tsx'

type Props = AiCreationsToday & { session: Promise<Session> }

/** Today's AI creations (§6). When all are used, links to a larger plan or says when the count resets. */
export function AiUse({ used, limit, enablement_rules: rules, session }: Props) {
  const ask = upgradeRequestFor(rules)
  return (
    <p className="ai-use">
      AI creations today: {used} of {limit}
      {ask ? (
        <>
          .{' '}
          <UpgradeLink {...ask} session={session}>
            More with {PLANS[ask.plan].name}
          </UpgradeLink>
        </>
      ) : null}
      {rules.block_user && !ask ? '. This resets at midnight UTC.' : null}
    </p>
  )
}
