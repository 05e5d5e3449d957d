import type { Me } from '../../../worker/contract/accounts/me.ts'
import type { UpgradeModalRequest } from '../store/upgrade-modal-store.ts'
import { upgradeOf, type Upgrade } from './upgrade-content.ts'

/** What it will hold, by what the page knows of its viewer: so nothing moves when the data comes. */
export function expectedUpgrade(ask: UpgradeModalRequest, { tier, subscription_payment_type }: Me): Upgrade {
  const byStripe = subscription_payment_type === 'stripe' ? 'stripe' : null
  return upgradeOf(ask, { tier, subscription_payment_type: byStripe, held: null }, null)
}
