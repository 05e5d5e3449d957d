import type { Me } from '../../../../worker/contract/accounts/me.ts'
import type { UpgradeModalRequest } from '../store/upgrade-modal-store.ts'
import { upgradeOf, type Upgrade } from './upgrade-content.ts'

/** The content to expect from what the page knows of its viewer, so that nothing moves when the data arrives. */
export function expectedUpgrade(ask: UpgradeModalRequest, { tier, subscriptionPaymentType }: Me): Upgrade {
  return upgradeOf(ask, { tier, subscriptionPaymentType, held: null }, null)
}
