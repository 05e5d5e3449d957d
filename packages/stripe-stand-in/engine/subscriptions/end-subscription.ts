import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import { change, momentOf } from '../../store/change-object.ts'
import type { Moment } from '../../store/change-object.ts'
import { voidInvoice } from '../invoices/close-invoice.ts'
import { cancelScheduleOf } from './release-schedule.ts'
import { changeSubscription, invoicesOf, hasEnded } from './change-subscription.ts'

/** How a subscription ends. */

type Subscription = Objects['subscription']
type Reason = NonNullable<NonNullable<Subscription['cancellation_details']>['reason']>

/** Stops automatic collection, and voids a first invoice that was never paid. */
export function endSubscription(moment: Moment, subscription: Subscription, reason: Reason): Subscription {
  const { store, now } = moment
  const incomplete = subscription.status === 'incomplete'
  for (const invoice of invoicesOf(store, subscription.id)) {
    if (invoice.status === 'draft') change(store, 'invoice', invoice.id, { auto_advance: false })
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible') continue
    if (incomplete) voidInvoice(moment, invoice)
    else if (invoice.status === 'open')
      change(store, 'invoice', invoice.id, { auto_advance: false, next_payment_attempt: null })
  }
  const ended = change(store, 'subscription', subscription.id, {
    // Assumed: a canceled incomplete subscription ends like one that was never paid.
    status: incomplete ? 'incomplete_expired' : 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...subscription.cancellation_details,
      reason,
    },
  })
  store.emit('customer.subscription.deleted', ended)
  cancelScheduleOf(moment, subscription)
  return ended
}

/** Expires a subscription that was not paid within 23 hours. */
export function expireIncomplete(moment: Moment, subscription: Subscription): void {
  const { store, now } = moment
  for (const invoice of invoicesOf(store, subscription.id)) {
    if (invoice.status === 'open' || invoice.status === 'uncollectible') voidInvoice(moment, invoice)
  }
  changeSubscription(store, subscription.id, { status: 'incomplete_expired', ended_at: now, canceled_at: now })
}

/** Ends everything of a deleted customer that would still be charged. */
export function endSubscriptionsOf(store: ObjectStore, customer: string): void {
  const moment = momentOf(store, customer)
  for (const subscription of store.all('subscription', (each) => each.customer === customer && !hasEnded(each))) {
    endSubscription(moment, subscription, 'cancellation_requested')
  }
}
