import { isBilledByStripe } from '../../contract/billed-by.ts'
import { canUpgradeTo } from '../../contract/tiers.ts'
import { ONE_CLICK_PLAN } from '../../contract/upgrade/upgrade.ts'
import { isPaid, type SubscriptionRow } from '../customer/billing-customer.ts'
import type { PriceRow } from './prices.ts'

/** Whether Billing offers the one-click upgrade. `catalogue`: what there is of Pro+. */
export function isUpgradable(held: SubscriptionRow, catalogue: readonly PriceRow[]): boolean {
  const goesUp = isBilledByStripe(held.payment_type) && canUpgradeTo(ONE_CLICK_PLAN, held.tier) && isPaid(held)
  const price = proPlusPrice(held, catalogue)
  return goesUp && price !== undefined && !price.archived
}

/** What the upgrade would cost: the price for everyone at the plan's own interval. */
export function proPlusPrice(held: SubscriptionRow, catalogue: readonly PriceRow[]): PriceRow | undefined {
  return catalogue.find(
    ({ plan_id, interval, currency, audience, active, open_amount }) =>
      plan_id === ONE_CLICK_PLAN &&
      interval === held.payment_interval &&
      currency === held.currency &&
      audience === 'everyone' &&
      active &&
      !open_amount,
  )
}
