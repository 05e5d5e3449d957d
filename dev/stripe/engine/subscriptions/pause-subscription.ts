import { invalidRequest } from '../../store/stripe-api-error.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import { periodFrom } from '../amounts/billing-periods.ts'
import { change } from '../../store/change-object.ts'
import type { Moment } from '../../store/change-object.ts'
import { collectInvoice, finalizeInvoice } from './collect-invoice.ts'
import { draftFor } from '../invoices/draft-subscription-invoice.ts'
import { periodLine, recurringOf } from '../invoices/invoice-lines.ts'
import { periodOf } from './subscription-defaults.ts'
import { changeSubscription, pausedBy } from './change-subscription.ts'

type Subscription = Objects['subscription']

/** Pauses a subscription: no billing and no new period until it is resumed. */
export function pauseSubscription({ store, now }: Moment, subscription: Subscription): Subscription {
  if (!['active', 'trialing', 'past_due'].includes(subscription.status)) {
    throw invalidRequest(`A subscription that is ${subscription.status} cannot be paused.`, {
      code: 'status_transition_invalid',
    })
  }
  const paused = changeSubscription(store, subscription.id, {
    status: 'paused',
    status_details: pausedBy('pause_requested', now),
  })
  store.emit('customer.subscription.paused', paused)
  return paused
}

/** Starts a new period and bills it at once; the subscription stays paused until that is paid. */
export function resumeSubscription(moment: Moment, subscription: Subscription): Subscription {
  const { store, now } = moment
  if (subscription.status !== 'paused') {
    throw invalidRequest('This subscription is not paused: it cannot be resumed.', {
      code: 'status_transition_invalid',
    })
  }
  const data = subscription.items.data.map((item) => {
    const { start, end } = periodFrom(now, now, recurringOf(item.price))
    return { ...item, current_period_start: start, current_period_end: end }
  })
  const next = { ...subscription, billing_cycle_anchor: now, items: { ...subscription.items, data } }
  const period = periodOf(next)
  const { invoice, patch } = draftFor(moment, next, {
    reason: 'subscription_update',
    lines: data.map((item) => periodLine(store, item, period)),
    period: { start: now, end: now },
  })
  changeSubscription(store, subscription.id, { ...patch, items: next.items, billing_cycle_anchor: now })
  // No retry, because a paused subscription owes nothing.
  const open = finalizeInvoice(moment, change(store, 'invoice', invoice.id, { auto_advance: false }))
  if (open.status === 'open') collectInvoice(moment, open, { onSession: true })
  return store.require('subscription', subscription.id)
}
