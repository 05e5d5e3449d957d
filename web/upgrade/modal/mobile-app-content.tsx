import type { SubscriptionModal } from '../../../worker/contract/upgrade/upgrade.ts'
import { useSite } from '../../site/site-context.tsx'
import { Button } from '../../ui/button/button.tsx'
import { mobileAppWords } from './upgrade-modal-words.ts'
import './upgrade-parts.css'

type Props = { data: Pick<SubscriptionModal, 'tier' | 'subscription_payment_type' | 'held'>; onClose(): void }

/** For users billed by a mobile store: why they cannot buy here, and where they can (§2.4). */
export function MobileAppContent({ data, onClose }: Props) {
  const { product_name } = useSite()
  return (
    <div className="upgrade-words">
      {mobileAppWords(data, product_name).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <div className="ways">
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  )
}
