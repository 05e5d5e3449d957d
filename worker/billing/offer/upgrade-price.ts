import { ONE_CLICK_PLAN } from '../../contract/upgrade/upgrade.ts'
import type { SubscriptionRow } from '../customer/billing-customer.ts'
import type { PriceRow } from './prices.ts'

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
