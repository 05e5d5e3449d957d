import type { Checkout } from '../../../worker/contract/billing/checkout.ts'
import { TIER_NAMES } from '../../../worker/contract/tiers.ts'
import { upgradeComplete } from '../../../worker/contract/upgrade/blocked-words.ts'
import { leaveFlash } from '../../browser/storage/flash-cookie.ts'
import { goTo, replaceWith } from '../../browser/navigation/navigate.ts'
import { useSite } from '../../site/site-context.tsx'
import { OneClickUpgrade } from '../one-click/one-click-upgrade.tsx'
import { PlanPitch } from './plan-pitch.tsx'
import { forgetReturnPath, keptReturnPath, wayBack } from './return-path.ts'

type Props = { userId: string; timeZone: string }

/** Who has a plan that Stripe bills has it upgraded, and is not sold a second one (§2.4, §6). */
export function isUpgradable(held: NonNullable<Checkout['held']>): boolean {
  return held.payment_type === 'stripe' && held.plan_id !== 'pro'
}

/** One click as a page of its own: where links to Pro+ lead when nothing opens the upgrade modal. */
export function OneClickPage({ userId, timeZone }: Props) {
  const { product_name } = useSite()
  function leave() {
    const next = keptReturnPath() ?? '/plans'
    forgetReturnPath()
    leaveFlash({ type: 'success', message: upgradeComplete(product_name, 'pro') })
    // Back does not come here again: what was upgraded is upgraded.
    replaceWith(next)
  }
  return (
    <>
      <PlanPitch plan="pro" title={`Upgrade to ${TIER_NAMES.pro}`} />
      <OneClickUpgrade
        userId={userId}
        timeZone={timeZone}
        onUpgraded={leave}
        onClose={() => goTo(wayBack() ?? '/plans')}
      />
    </>
  )
}
