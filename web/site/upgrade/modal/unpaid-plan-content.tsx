import { BILLING_PATH } from '../../../../worker/contract/billing/billing-overview.ts'
import { PLANS } from '../../../../worker/contract/tiers.ts'
import { MAYBE_LATER } from '../../../../worker/contract/upgrade/upgrade-titles.ts'
import type { SubscriptionModal } from '../../../../worker/contract/upgrade/upgrade.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { UNPAID_PLAN, unpaidPlanWords } from './upgrade-modal-words.ts'
import './upgrade-parts.css'

type Props = { data: Pick<SubscriptionModal, 'held'>; onClose(): void }

/** For users whose Stripe plan is unpaid: they pay it instead of buying another. */
export function UnpaidPlanContent({ data: { held }, onClose }: Props) {
  return (
    <div className="upgrade-words">
      <p>{unpaidPlanWords(held ? PLANS[held.plan_id].name : 'a plan')}</p>
      <div className="ways">
        <ButtonLink href={BILLING_PATH}>{UNPAID_PLAN.action}</ButtonLink>
        <Button kind="secondary" onClick={onClose}>
          {MAYBE_LATER}
        </Button>
      </div>
    </div>
  )
}
