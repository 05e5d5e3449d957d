import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import type { Moment } from '../../store/change-object.ts'
import { expireIncomplete } from './end-subscription.ts'
import { changeSubscription, hasEnded, subscriptionOf } from './change-subscription.ts'

/**
 * The states of a subscription:
 *
 *   incomplete ─ first invoice paid ─▶ active ◀─ paid ─ past_due ─ 14 days ─▶ canceled
 *        └─ 23 h ─▶ incomplete_expired    └─ not paid ─────▲
 *   trialing ─ trial ends ─▶ active | past_due | canceled
 */

type Subscription = Objects['subscription']
type Invoice = Objects['invoice']

/** Saves the card that paid as the subscription's default, if configured. */
function keptMethod({ payment_settings }: Subscription, method: string | null): Partial<Subscription> {
  const keeps = payment_settings?.save_default_payment_method === 'on_subscription'
  return keeps && method !== null ? { default_payment_method: method } : {}
}

/** Handles a paid invoice of the subscription; `method` is what paid it, if anything did. */
export function subscriptionPaid(moment: Moment, invoice: Invoice, method: string | null): void {
  const { store } = moment
  const subscription = subscriptionOf(store, invoice)
  if (subscription === undefined || hasEnded(subscription)) return
  const pays = ['incomplete', 'past_due', 'unpaid'].includes(subscription.status)
  const settled = pays && !owesOther(store, subscription, invoice)
  changeSubscription(store, subscription.id, {
    ...keptMethod(subscription, method),
    ...(settled && { status: 'active' as const }),
  })
}

function owesOther(store: ObjectStore, subscription: Subscription, paid: Invoice): boolean {
  return store
    .all('invoice', (each) => each.id !== paid.id && each.status === 'open' && each.attempted)
    .some((each) => each.parent?.subscription_details?.subscription === subscription.id)
}

/** Handles a failed payment that the subscription needed. */
export function subscriptionUnpaid({ store }: Moment, invoice: Invoice): void {
  const subscription = subscriptionOf(store, invoice)
  if (subscription?.status === 'active' || subscription?.status === 'trialing') {
    changeSubscription(store, subscription.id, { status: 'past_due' })
  }
}

/** Handles an invoice that is void or uncollectible: the subscription is no longer past due for it. */
export function subscriptionForgiven(moment: Moment, invoice: Invoice): void {
  const subscription = subscriptionOf(moment.store, invoice)
  if (subscription?.status === 'incomplete' && invoice.status === 'void')
    return firstInvoiceVoided(moment, subscription)
  if (subscription?.status !== 'past_due' || owesOther(moment.store, subscription, invoice)) return
  changeSubscription(moment.store, subscription.id, { status: 'active' })
}

function firstInvoiceVoided(moment: Moment, subscription: Subscription): void {
  const { store } = moment
  switch (store.afterVoid()) {
    case 'expires':
      return expireIncomplete(moment, subscription)
    case 'activates':
      return void changeSubscription(store, subscription.id, { status: 'active' })
    case 'waits':
      return
  }
}

/** Clears `pending_setup_intent` once the card is set up. */
export function settleSetup({ store }: Moment, intent: Objects['setup_intent']): void {
  if (intent.status !== 'succeeded') return
  const [waiting] = store.all('subscription', (each) => each.pending_setup_intent === intent.id)
  if (waiting === undefined) return
  changeSubscription(store, waiting.id, {
    pending_setup_intent: null,
    ...keptMethod(waiting, intent.payment_method),
  })
}
