import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import { change } from '../../store/change-object.ts'

type Subscription = Objects['subscription']
type Invoice = Objects['invoice']

export function hasEnded({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

export function subscriptionOf(store: ObjectStore, invoice: Invoice): Subscription | undefined {
  return store.get('subscription', invoice.parent?.subscription_details?.subscription)
}

export function invoicesOf(store: ObjectStore, subscription: string): Invoice[] {
  return store.all('invoice', (each) => each.parent?.subscription_details?.subscription === subscription)
}

/** Sends an event, except while the subscription is being created, and one for each discount that it loses. */
export function changeSubscription(store: ObjectStore, id: string, patch: Partial<Subscription>): Subscription {
  const announced = store.hidden(id).unborn ? undefined : ('customer.subscription.updated' as const)
  const { discounts } = store.require('subscription', id)
  const changed = change(store, 'subscription', id, patch, announced)
  for (const lost of discounts.filter((discount) => !changed.discounts.includes(discount))) {
    store.emit('customer.discount.deleted', store.require('discount', lost))
  }
  return changed
}
