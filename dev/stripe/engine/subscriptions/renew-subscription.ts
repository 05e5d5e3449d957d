import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import { hour, periodFrom } from '../amounts/billing-periods.ts'
import { change } from '../../store/change-object.ts'
import type { Moment } from '../../store/change-object.ts'
import { collectInvoice, finalizeInvoice } from './collect-invoice.ts'
import { payingMethod } from '../payments/card-behavior.ts'
import { draftFor, isSent, setDue } from '../invoices/draft-subscription-invoice.ts'
import { giveUpInvoice, voidInvoice } from '../invoices/close-invoice.ts'
import { periodLine, recurringOf } from '../invoices/invoice-lines.ts'
import { periodOf } from './subscription-defaults.ts'
import { endSubscription, expirePendingUpdate } from './end-subscription.ts'
import { changeSubscription, pausedBy, subscriptionOf } from './change-subscription.ts'

type Subscription = Objects['subscription']
type Invoice = Objects['invoice']

/** How long a renewal's invoice stays a draft. */
const DRAFT = hour

/** Starts the next period, with an invoice that is finalized an hour later. */
export function renew(moment: Moment, subscription: Subscription): void {
  const { store, now } = moment
  // Drops an update that was not paid within its period.
  if (subscription.pending_update !== null) expirePendingUpdate(moment, subscription)
  const data = subscription.items.data.map((item) => {
    const period = periodFrom(now, subscription.billing_cycle_anchor, recurringOf(item.price))
    return { ...item, current_period_start: period.start, current_period_end: period.end }
  })
  const lines = data.map((item) =>
    periodLine(store, item, { start: item.current_period_start, end: item.current_period_end }),
  )
  const paused = subscription.pause_collection?.behavior
  const { invoice, patch } = draftFor(moment, subscription, {
    reason: 'subscription_cycle',
    lines,
    period: periodOf(subscription),
    changes: paused === undefined ? { automatically_finalizes_at: now + DRAFT } : { auto_advance: false },
  })
  changeSubscription(store, subscription.id, {
    ...patch,
    items: { ...subscription.items, data },
    ...(subscription.status === 'trialing' && { status: 'active' as const }),
  })
  if (paused !== undefined) forgo(moment, invoice, paused)
}

/** While collection is paused, invoices are created but not collected. */
function forgo(
  moment: Moment,
  draft: Invoice,
  behavior: NonNullable<Subscription['pause_collection']>['behavior'],
): void {
  if (behavior === 'keep_as_draft') return
  const open = finalizeInvoice(moment, draft)
  if (open.status !== 'open') return
  if (behavior === 'void') voidInvoice(moment, open)
  else giveUpInvoice(moment, open)
}

/** Ends a trial: without a card the subscription ends, pauses or owes, as configured; otherwise it renews. */
export function endTrial(moment: Moment, subscription: Subscription): void {
  const { store } = moment
  if (canPay(store, subscription)) return renew(moment, subscription)
  if (subscription.trial_settings?.end_behavior.missing_payment_method === 'cancel')
    return void endSubscription(moment, subscription, 'payment_failed')
  const paused = changeSubscription(store, subscription.id, {
    status: 'paused',
    status_details: pausedBy('trial_end_without_payment_method', moment.now),
  })
  store.emit('customer.subscription.paused', paused)
}

/** Whether the end of a trial may bill: with a card, by mail, or if it is configured to create an invoice. */
export function canPay(store: ObjectStore, subscription: Subscription): boolean {
  const wanted = subscription.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice'
  if (wanted === 'create_invoice' || isSent(subscription)) return true
  return payingMethod(store, subscription.customer, subscription) !== null
}

export function warnOfTrialEnd({ store }: Moment, subscription: Subscription): void {
  store.hide(subscription.id, { trial_warned: subscription.trial_end ?? 0 })
  store.emit('customer.subscription.trial_will_end', subscription)
}

/** Finalizes and charges a draft after its hour, off session. */
export function advanceDraft(moment: Moment, draft: Invoice): void {
  const open = finalizeInvoice(moment, draft)
  const subscription = subscriptionOf(moment.store, open)
  if (open.status !== 'open') return
  if (open.collection_method === 'send_invoice') {
    setDue(moment, open, subscription?.days_until_due ?? 30)
    return
  }
  collectInvoice(moment, open, { onSession: false })
}

export function retryInvoice(moment: Moment, open: Invoice): void {
  collectInvoice(moment, open, { onSession: false })
}

export function resumeCollection({ store }: Moment, subscription: Subscription): void {
  change(store, 'subscription', subscription.id, { pause_collection: null }, 'customer.subscription.updated')
}
