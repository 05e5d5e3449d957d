import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import { hour, periodFrom } from '../amounts/billing-periods.ts'
import type { Moment } from '../../store/change-object.ts'
import { collectInvoice, finalizeInvoice } from './collect-invoice.ts'
import { payingMethod } from '../payments/card-behavior.ts'
import { draftFor } from '../invoices/draft-subscription-invoice.ts'
import { periodLine, recurringOf } from '../invoices/invoice-lines.ts'
import { periodOf } from './subscription-defaults.ts'
import { endSubscription } from './end-subscription.ts'
import { changeSubscription } from './change-subscription.ts'

type Subscription = Objects['subscription']
type Invoice = Objects['invoice']

/** How long a renewal's invoice stays a draft. */
const DRAFT = hour

/** Starts the next period, with an invoice that is finalized an hour later. */
export function renew(moment: Moment, subscription: Subscription): void {
  const { store, now } = moment
  const data = subscription.items.data.map((item) => {
    const period = periodFrom(now, subscription.billing_cycle_anchor, recurringOf(item.price))
    return { ...item, current_period_start: period.start, current_period_end: period.end }
  })
  const lines = data.map((item) =>
    periodLine(store, item, { start: item.current_period_start, end: item.current_period_end }),
  )
  const { patch } = draftFor(moment, subscription, {
    reason: 'subscription_cycle',
    lines,
    period: periodOf(subscription),
    changes: { automatically_finalizes_at: now + DRAFT },
  })
  changeSubscription(store, subscription.id, {
    ...patch,
    items: { ...subscription.items, data },
    ...(subscription.status === 'trialing' && { status: 'active' as const }),
  })
}

/** Ends a trial: without a card the subscription ends or owes, as configured; otherwise it renews. */
export function endTrial(moment: Moment, subscription: Subscription): void {
  if (canPay(moment.store, subscription)) return renew(moment, subscription)
  endSubscription(moment, subscription, 'payment_failed')
}

/** Whether the end of a trial may bill: with a card, or if it is configured to create an invoice. */
export function canPay(store: ObjectStore, subscription: Subscription): boolean {
  const wanted = subscription.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice'
  if (wanted === 'create_invoice') return true
  return payingMethod(store, subscription.customer, subscription) !== null
}

export function warnOfTrialEnd({ store }: Moment, subscription: Subscription): void {
  store.hide(subscription.id, { trial_warned: subscription.trial_end ?? 0 })
  store.emit('customer.subscription.trial_will_end', subscription)
}

/** Finalizes and charges a draft after its hour, off session. */
export function advanceDraft(moment: Moment, draft: Invoice): void {
  const open = finalizeInvoice(moment, draft)
  if (open.status === 'open') collectInvoice(moment, open, { onSession: false })
}

export function retryInvoice(moment: Moment, open: Invoice): void {
  collectInvoice(moment, open, { onSession: false })
}
