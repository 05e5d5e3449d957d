import type { Objects } from '../../store/stripe-objects.ts'
import type { Moment } from '../../store/change-object.ts'
import type { Planned } from './invoice-lines.ts'
import { composeInvoice } from './compose-invoice.ts'
import type { InvoiceWish } from './compose-invoice.ts'
import { plannedItems, takeItems } from './pending-invoice-items.ts'
import { leftAfter } from './redeem-discounts.ts'

type Invoice = Objects['invoice']
type Subscription = Objects['subscription']

type Bill = {
  reason: InvoiceWish['billing_reason']
  lines: Planned[]
  period: { start: number; end: number }
  proration_date?: number | undefined
  changes?: Partial<Invoice>
}

export type Drafted = { invoice: Invoice; patch: Partial<Subscription> }

/**
 * Drafts a subscription's invoice, pending items included. It becomes the subscription's latest invoice, and used-up
 * discounts are removed.
 */
export function draftFor(moment: Moment, subscription: Subscription, bill: Bill): Drafted {
  const { store, now } = moment
  const pending = plannedItems(store, subscription)
  const invoice = composeInvoice(moment, {
    customer: subscription.customer,
    subscription,
    billing_reason: bill.reason,
    currency: subscription.currency,
    lines: [...pending, ...bill.lines],
    discounts: subscription.discounts,
    period: bill.period,
    proration_date: bill.proration_date,
    ...(bill.changes !== undefined && { changes: bill.changes }),
  })
  store.put('invoice', invoice)
  takeItems(store, pending, invoice.id)
  store.emit('invoice.created', invoice)
  const patch: Partial<Subscription> = {
    latest_invoice: invoice.id,
    discounts: leftAfter(store, subscription.discounts, usedBy(moment, subscription, invoice), now),
  }
  return { invoice, patch }
}

/** The discounts that an invoice uses: those that lower it, and by choice those that a trial's $0 invoice could have. */
function usedBy({ store }: Moment, { discounts, status }: Subscription, invoice: Invoice): string[] {
  const isFree = status === 'trialing' && invoice.subtotal === 0
  if (isFree && store.onceOverTrial() === 'consumed') return discounts
  return (invoice.total_discount_amounts ?? []).map((each) => each.discount)
}
