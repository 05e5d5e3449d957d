import type { Objects } from '../../store/stripe-objects.ts'
import type { Moment } from '../../store/change-object.ts'
import { collectInvoice, finalizeInvoice } from './collect-invoice.ts'
import type { Behavior } from './new-subscription.ts'
import { draftFor } from '../invoices/draft-subscription-invoice.ts'
import { addItem, keepItem } from '../invoices/pending-invoice-items.ts'
import { planChange } from './plan-change.ts'
import type { PlanChange, PlanWish } from './plan-change.ts'
import { canPay, endTrial, warnOfTrialEnd } from './renew-subscription.ts'
import { requireTaxBehavior } from '../invoices/automatic-tax.ts'
import { changeSubscription } from './change-subscription.ts'
import { unpaidRefusal } from '../invoices/unpaid-invoice-error.ts'

type Subscription = Objects['subscription']
type Invoice = Objects['invoice']
type InvoiceItem = Objects['invoiceitem']

type SubscriptionChange = PlanWish & {
  behavior: Behavior
  onSession: boolean
  /** Billed with the change, or with the next invoice if the change bills nothing. */
  added?: AddedInvoiceItem[]
  /** Other changes: metadata, the card, the end … */
  fields: Partial<Subscription>
}

/** An invoice item beside the plan. Cents, negative for a credit. */
export type AddedInvoiceItem = Pick<
  InvoiceItem,
  'amount' | 'currency' | 'description' | 'discountable' | 'metadata'
> & {
  price: Objects['price'] | null
}

/** Changes a subscription and charges the cost (§4.3). Run it atomically, so that a refusal changes nothing. */
export function updateSubscription(moment: Moment, before: Subscription, wish: SubscriptionChange): Subscription {
  const { store } = moment
  const subscription = { ...before, ...wish.fields }
  const ending = before.status === 'trialing' && wish.endsTrial === true
  if (ending) warnOfTrialEnd(moment, before)
  if (ending && !canPay(store, subscription)) return endUnpayable(moment, before, wish)
  const plan = planChange(moment, subscription, wish)
  requireTaxBehavior(plan.next)
  for (const item of wish.added ?? []) keepAdded(moment, subscription, item)
  if (!plan.billsNow) {
    const next = changeSubscription(store, before.id, { ...wish.fields, ...changedBy(plan) })
    for (const line of plan.lines) keepItem(moment, next, line)
    return store.require('subscription', before.id)
  }
  const { invoice, patch } = draftFor(moment, subscription, {
    reason: 'subscription_update',
    lines: plan.lines,
    period: { start: moment.now, end: moment.now },
    proration_date: wish.proration_date ?? moment.now,
  })
  changeSubscription(store, before.id, { ...wish.fields, ...changedBy(plan), ...patch })
  const billed = bill(moment, invoice, wish)
  if (billed.status === 'open' && wish.behavior === 'error_if_incomplete') throw unpaidRefusal(store, billed)
  return store.require('subscription', before.id)
}

function keepAdded(moment: Moment, { id, customer }: Subscription, { price, ...item }: AddedInvoiceItem): void {
  addItem(moment, {
    ...item,
    customer,
    parent: { type: 'subscription_details', subscription_details: { subscription: id } },
    pricing: price && {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: price.unit_amount_decimal,
    },
  })
}

/** A trial that ends early without a card ends as it would have at its regular end. */
function endUnpayable(moment: Moment, before: Subscription, { fields }: SubscriptionChange): Subscription {
  const { store, now } = moment
  endTrial(moment, changeSubscription(store, before.id, { ...fields, trial_end: now, billing_cycle_anchor: now }))
  return store.require('subscription', before.id)
}

/** The fields of a subscription that a plan change may set. */
function changedBy({ next }: PlanChange): Partial<Subscription> {
  const { items, billing_cycle_anchor, status, trial_end, cancel_at_period_end } = next
  const { data } = items
  return {
    items,
    billing_cycle_anchor,
    status,
    trial_end,
    ...(cancel_at_period_end && { cancel_at: data[0]?.current_period_end ?? null }),
  }
}

function bill(moment: Moment, draft: Invoice, wish: Pick<SubscriptionChange, 'behavior' | 'onSession'>): Invoice {
  const invoice = finalizeInvoice(moment, draft)
  if (invoice.status !== 'open' || wish.behavior === 'default_incomplete') return invoice
  return collectInvoice(moment, invoice, { onSession: wish.onSession })
}
