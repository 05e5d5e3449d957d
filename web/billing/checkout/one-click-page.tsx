import { PLANS, type SoldPlan } from '../../../worker/contract/tiers.ts'
import { upgradeComplete } from '../../../worker/contract/upgrade/upgrade-titles.ts'
import { leaveFlash } from '../../browser/storage/flash-cookie.ts'
import { goTo, replaceWith } from '../../browser/navigation/navigate.ts'
import { leaveWelcomeNotice } from '../../site/lasting-notice/notice-store.ts'
import { useSite } from '../../site/site-context.tsx'
import { OneClickUpgrade } from '../one-click/one-click-upgrade.tsx'
import { PlanPitch } from './plan-pitch.tsx'
import { forgetReturnPath, keptReturnPath, wayBack } from './return-path.ts'

type Props = { userId: string; plan: SoldPlan; timeZone: string }

/** The one-click upgrade as a page, for links to a plan that do not open the upgrade modal. */
export function OneClickPage({ userId, plan, timeZone }: Props) {
  const { product_name } = useSite()
  function leave() {
    const next = keptReturnPath() ?? '/plans'
    forgetReturnPath()
    leaveWelcomeNotice(userId, plan)
    leaveFlash({ type: 'success', message: upgradeComplete(product_name, plan) })
    // Replaces this page, so that Back does not return to a finished upgrade.
    replaceWith(next)
  }
  return (
    <>
      <PlanPitch plan={plan} title={`Upgrade to ${PLANS[plan].name}`} />
      <OneClickUpgrade
        userId={userId}
        plan={plan}
        timeZone={timeZone}
        onUpgraded={leave}
        onClose={() => goTo(wayBack() ?? '/plans')}
      />
    </>
  )
}
