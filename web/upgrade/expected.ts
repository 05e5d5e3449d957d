import type { Me } from '../../worker/contract/accounts/me.ts'
import type { UpgradeAsk } from '../site/upgrade-board.ts'
import { upgradeOf, type Upgrade } from './upgrade-content.ts'

/** What it will hold, by what the page knows of its viewer: so nothing moves when the data comes. */
export function expectedOf(ask: UpgradeAsk, { tier, subscription_payment_type }: Me): Upgrade {
  const byStripe = subscription_payment_type === 'stripe' ? 'stripe' : null
  return upgradeOf(ask, { tier, subscription_payment_type: byStripe, held: null }, null)
}
