import { invalidRequest } from '../../store/stripe-api-error.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import { day, periodFrom, trialWarning } from '../amounts/billing-periods.ts'
import type { Moment } from '../../store/change-object.ts'
import { collectInvoice, finalizeInvoice } from './collect-invoice.ts'
import { payingMethod } from '../payments/card-behavior.ts'
import { noSource, unpaidRefusal } from '../invoices/unpaid-invoice-error.ts'
import { draftFor } from '../invoices/draft-subscription-invoice.ts'
import type { Drafted } from '../invoices/draft-subscription-invoice.ts'
import { periodLine, recurringOf, trialLine } from '../invoices/invoice-lines.ts'
import { newSubscription } from './subscription-defaults.ts'
import { warnOfTrialEnd } from './renew-subscription.ts'
import { checkMinimum, redeem } from '../invoices/redeem-discounts.ts'
import type { DiscountWish } from '../invoices/redeem-discounts.ts'
import { attemptSetup, newSetupIntent } from '../payments/setup-intent-machine.ts'
import { changeSubscription } from './change-subscription.ts'
import { newItem, withoutDuplicates } from './new-subscription-item.ts'
import type { ItemWish } from './new-subscription-item.ts'

import { requireTaxBehavior } from '../invoices/automatic-tax.ts'
import { inCurrency, refuseSecondCurrency } from './one-currency.ts'

type Subscription = Objects['subscription']
type Invoice = Objects['invoice']
export type Behavior = 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete'

type NewSubscription = {
  customer: string
  items: ItemWish[]
  discounts: DiscountWish[]
  behavior: Behavior
  trial_period_days?: number | undefined
  fields: Partial<Subscription>
}

/**
 * Creates a subscription and charges its first invoice at once. A trial sets up the card instead, and its $0 invoice is
 * paid (assumed for flexible billing, as in classic billing).
 */
export function createSubscription(moment: Moment, wish: NewSubscription): Subscription {
  const { store } = moment
  const fresh = begin(moment, wish)
  const discounts = redeem(moment, wish.discounts, fresh)
  const begun = { ...fresh, discounts }
  requireTaxBehavior(begun)
  const draft = firstDraft(moment, begun)
  checkMinimum(store, discounts, draft.invoice.subtotal)
  store.hide(fresh.id, { unborn: true })
  store.put('subscription', { ...begun, ...draft.patch })
  charge(moment, fresh.id, draft.invoice, wish)
  store.hide(fresh.id, { unborn: false })
  const created = store.require('subscription', fresh.id)
  store.emit('customer.subscription.created', created)
  const { trial_end } = created
  if (trial_end !== null && trialWarning(moment.now, trial_end) <= moment.now) warnOfTrialEnd(moment, created)
  return created
}

function begin(moment: Moment, wish: NewSubscription): Subscription {
  const { store, now } = moment
  const id = store.id('sub')
  // Stripe counts days of 24 hours from this second.
  const end = wish.trial_period_days ? now + wish.trial_period_days * day : null
  const anchor = end ?? now
  const unset = { start: now, end: now }
  const items = wish.items.map((item, index) => newItem(moment, id, item, unset, `items[${index}]`))
  const [first] = items
  if (first === undefined)
    throw invalidRequest('Missing required param: items.', { code: 'parameter_missing', param: 'items' })
  const { currency } = first.price
  refuseSecondCurrency(store, wish.customer, currency)
  const data = withoutDuplicates(items).map((each, index) => {
    const item = inCurrency(each, currency, `items[${index}]`)
    const period = end === null ? periodFrom(now, anchor, recurringOf(item.price)) : { start: now, end }
    return { ...item, current_period_start: period.start, current_period_end: period.end }
  })
  return newSubscription({
    id,
    data,
    customer: wish.customer,
    created: now,
    currency,
    status: end === null ? 'incomplete' : 'trialing',
    billing_cycle_anchor: anchor,
    test_clock: store.get('customer', wish.customer)?.test_clock ?? null,
    trial_start: end === null ? null : now,
    trial_end: end,
    ...wish.fields,
  })
}

function firstDraft(moment: Moment, subscription: Subscription): Drafted {
  const { store, now } = moment
  const lines = subscription.items.data.map((item) => {
    const period = { start: item.current_period_start, end: item.current_period_end }
    return subscription.status === 'trialing' ? trialLine(store, item, period) : periodLine(store, item, period)
  })
  const period = { start: now, end: now }
  return draftFor(moment, subscription, { reason: 'subscription_create', lines, period })
}

function charge(moment: Moment, id: string, draft: Invoice, wish: NewSubscription): void {
  const { store } = moment
  const subscription = store.require('subscription', id)
  const invoice = finalizeInvoice(moment, draft)
  if (invoice.status === 'paid') return setUpForLater(moment, id, wish.behavior)
  if (wish.behavior === 'default_incomplete') return
  if (payingMethod(store, wish.customer, subscription) === null) throw noSource()
  const tried = collectInvoice(moment, invoice, { onSession: true })
  if (tried.status !== 'paid' && wish.behavior === 'error_if_incomplete') throw unpaidRefusal(store, tried)
}

/** With nothing to pay now, sets up the card for later, with 3-D Secure if it asks. */
function setUpForLater(moment: Moment, id: string, behavior: Behavior): void {
  const { store } = moment
  const subscription = store.require('subscription', id)
  const { customer } = subscription
  const method = payingMethod(store, customer, subscription)
  const later = behavior === 'default_incomplete'
  if (method === null ? !later : store.hidden(method).set_up) return
  const intent = newSetupIntent(moment, { customer, payment_method: method, usage: 'off_session' })
  const tried = later ? intent : attemptSetup(moment, intent)
  if (tried.status !== 'succeeded') changeSubscription(store, id, { pending_setup_intent: tried.id })
}
