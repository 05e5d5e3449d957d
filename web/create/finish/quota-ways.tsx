import { PLANS, type UserTier } from '../../../worker/contract/tiers.ts'
import type { EnablementRules } from '../../../worker/contract/upgrade/upgrade.ts'
import type { Session } from '../../site/session/session.ts'
import { upgradeRequestFor } from '../../site/upgrade/store/upgrade-modal-request.ts'
import { UpgradeLink } from '../../site/upgrade/upgrade-link.tsx'
import '../../ui/notice.css'

type Props = { rules: EnablementRules; session: Promise<Session> }

/** How one more Applet finds room. */
export function QuotaWays({ rules, session }: Props) {
  const more = upgradeRequestFor(rules)
  return (
    <>
      <a href="/my_applets?status=enabled">Turn one off</a>
      {more ? (
        <>
          , or{' '}
          <UpgradeLink {...more} session={session}>
            get more
          </UpgradeLink>
        </>
      ) : null}
      .
    </>
  )
}

/** Told before the work: a new Applet finds no room. */
export function QuotaNotice({ rules, session, user }: Props & { user: UserTier }) {
  const { applets } = PLANS[user.tier]
  return (
    <p className="notice-box">
      <span>
        You use {applets} of {applets} Applets. <QuotaWays rules={rules} session={session} />
      </span>
    </p>
  )
}
