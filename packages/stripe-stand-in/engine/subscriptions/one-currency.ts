import { invalidRequest } from '../../store/stripe-api-error.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import { pendingOf } from '../invoices/pending-invoice-items.ts'
import { hasEnded } from './change-subscription.ts'

/** A customer, and a subscription, are billed in one currency at a time. */

/** 400 while the customer has a subscription or an invoice item in another currency. */
export function refuseSecondCurrency(store: ObjectStore, customer: string, currency: string): void {
  const live = store.all('subscription', (each) => each.customer === customer && !hasEnded(each))
  const other = [...live, ...pendingOf(store, customer)].find((each) => each.currency !== currency)
  if (other === undefined) return
  throw invalidRequest(
    `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${other.currency}.`,
  )
}

/** The item; 400 if its price is in another currency than its subscription. `param` names the item. */
export function inCurrency<Item extends Pick<Objects['subscription_item'], 'price'>>(
  item: Item,
  currency: string,
  param: string,
): Item {
  if (item.price.currency === currency) return item
  const message = `The price specified supports currencies of \`${item.price.currency}\`. This doesn't match the expected currency: \`${currency}\`.`
  throw invalidRequest(message, { param: `${param}[price]` })
}
