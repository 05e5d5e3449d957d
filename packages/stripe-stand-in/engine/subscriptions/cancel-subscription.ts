import type { Objects } from '../../store/stripe-objects.ts'
import { change } from '../../store/change-object.ts'
import type { Moment } from '../../store/change-object.ts'
import { collectInvoice, finalizeInvoice } from './collect-invoice.ts'
import { draftFor } from '../invoices/draft-subscription-invoice.ts'
import { keepItem, pendingOf } from '../invoices/pending-invoice-items.ts'
import { unusedTime } from './plan-change.ts'
import { endSubscription } from './end-subscription.ts'

type Subscription = Objects['subscription']

type Cancellation = {
  details: NonNullable<Subscription['cancellation_details']>
  /** Credits the unused part of the period. */
  prorate: boolean
  /** Bills pending items, the credit included. */
  invoiceNow: boolean
}

/** Ends a subscription at once. Without `prorate` and `invoice_now`, drops its pending prorations. */
export function cancelSubscription(moment: Moment, subscription: Subscription, wish: Cancellation): Subscription {
  const { store, now } = moment
  if (wish.prorate && ['active', 'past_due'].includes(subscription.status)) {
    for (const line of unusedTime(store, subscription, now)) keepItem(moment, subscription, line)
  }
  if (!wish.prorate && !wish.invoiceNow) dropProrations(moment, subscription)
  const ended = endSubscription(
    moment,
    { ...subscription, cancellation_details: wish.details },
    'cancellation_requested',
  )
  if (!wish.invoiceNow) return ended
  const { invoice, patch } = draftFor(moment, ended, {
    reason: 'subscription_update',
    lines: [],
    period: { start: now, end: now },
  })
  const last = change(store, 'subscription', ended.id, patch)
  const open = finalizeInvoice(moment, invoice)
  if (open.status === 'open') collectInvoice(moment, open, { onSession: true })
  return last
}

function dropProrations({ store }: Moment, { id, customer }: Subscription): void {
  for (const item of pendingOf(store, customer)) {
    if (item.proration && item.parent?.subscription_details?.subscription === id) store.remove('invoiceitem', item.id)
  }
}
