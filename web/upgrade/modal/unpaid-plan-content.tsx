import { BILLING_PATH } from '../../../worker/contract/billing/billing-overview.ts'
import { TIER_NAMES } from '../../../worker/contract/tiers.ts'
import { MAYBE_LATER } from '../../../worker/contract/upgrade/blocked-words.ts'
import type { SubscriptionModal } from '../../../worker/contract/upgrade/upgrade.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { SETTLE, settleWords } from './upgrade-modal-words.ts'

type Props = { data: Pick<SubscriptionModal, 'held'>; onClose(): void }

/** For whoever has a plan at Stripe that is not paid: it is not sold a second time, but can be made to work again. */
export function UnpaidPlanContent({ data: { held }, onClose }: Props) {
  const names: Record<string, string> = TIER_NAMES
  return (
    <div className="upgrade-words">
      <p>{settleWords(names[held?.plan_id ?? ''] ?? 'a plan')}</p>
      <div className="ways">
        <ButtonLink href={BILLING_PATH}>{SETTLE.action}</ButtonLink>
        <Button kind="secondary" onClick={onClose}>
          {MAYBE_LATER}
        </Button>
      </div>
    </div>
  )
}
