import { PLANS, type SoldPlan } from '../../../../worker/contract/tiers.ts'
import type { SubscriptionModal } from '../../../../worker/contract/upgrade/upgrade.ts'
import { mobileAppWords } from '../../../../worker/contract/billing/mobile-app-words.ts'
import { useSite } from '../../site-context.tsx'
import { Button } from '../../../ui/button/button.tsx'
import './upgrade-parts.css'

type Props = {
  plan: SoldPlan
  data: Pick<SubscriptionModal, 'tier' | 'subscriptionPaymentType' | 'held'>
  onClose(): void
}

/** For users billed by a mobile store: why they cannot buy here, and where they can (§2.4). */
export function MobileAppContent({ plan, data: { tier, subscriptionPaymentType, held }, onClose }: Props) {
  const { product_name } = useSite()
  const has = tier === 'free' ? null : PLANS[tier].name
  const billedBy = subscriptionPaymentType ?? held?.payment_type ?? null
  return (
    <div className="upgrade-words">
      {mobileAppWords(has, plan, billedBy, product_name).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <div className="ways">
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  )
}
