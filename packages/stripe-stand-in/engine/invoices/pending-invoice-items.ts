import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import { change } from '../../store/change-object.ts'
import type { Moment } from '../../store/change-object.ts'
import type { Planned } from './invoice-lines.ts'

/** Invoice items, such as prorations, that wait for the customer's next invoice. */

type InvoiceItem = Objects['invoiceitem']
type Subscription = Objects['subscription']

/** Keeps a planned line for the next invoice. */
export function keepItem(moment: Moment, subscription: Subscription, line: Planned): InvoiceItem {
  return addItem(moment, {
    amount: line.amount,
    currency: subscription.currency,
    customer: subscription.customer,
    description: line.description,
    discountable: line.discountable,
    metadata: line.metadata,
    parent: {
      type: 'subscription_details',
      subscription_details: {
        subscription: subscription.id,
        ...(line.item !== null && { subscription_item: line.item }),
      },
    },
    period: line.period,
    pricing: line.price && {
      type: 'price_details',
      price_details: { price: line.price.id, product: line.price.product },
      unit_amount_decimal: String(line.amount / line.quantity),
    },
    proration: line.proration,
    ...(line.credited !== null && { proration_details: creditedBy(line.credited) }),
    quantity: line.quantity,
  })
}

function creditedBy({
  invoice,
  lines,
}: NonNullable<Planned['credited']>): NonNullable<InvoiceItem['proration_details']> {
  return {
    discount_amounts: [],
    credited_items: {
      type: 'invoice_line_items',
      invoice_line_item_details: { invoice, invoice_line_items: lines },
    },
  }
}

export function addItem(
  { store, now }: Moment,
  wish: Pick<InvoiceItem, 'amount' | 'currency' | 'customer'> & Partial<InvoiceItem>,
): InvoiceItem {
  const item: InvoiceItem = {
    id: store.id('ii'),
    object: 'invoiceitem',
    customer_account: null,
    date: now,
    description: null,
    discountable: wish.amount > 0,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    net_amount: wish.amount,
    parent: null,
    period: { start: now, end: now },
    pricing: null,
    proration: false,
    quantity: 1,
    quantity_decimal: String(wish.quantity ?? 1),
    tax_rates: [],
    test_clock: store.get('customer', wish.customer)?.test_clock ?? null,
    ...wish,
  }
  store.put('invoiceitem', item)
  store.emit('invoiceitem.created', item)
  return item
}

/** Items that wait for this subscription's next invoice or for any invoice of its customer, oldest first. */
export function plannedItems(store: ObjectStore, { id, customer }: Pick<Subscription, 'id' | 'customer'>): Planned[] {
  return pendingOf(store, customer)
    .filter((item) => [undefined, id].includes(item.parent?.subscription_details?.subscription))
    .map((item) => plannedItem(store, item))
}

export function pendingOf(store: ObjectStore, customer: string): InvoiceItem[] {
  return store.all('invoiceitem', (item) => item.customer === customer && item.invoice === null).toReversed()
}

export function plannedItem(store: ObjectStore, item: InvoiceItem): Planned {
  const details = item.parent?.subscription_details
  const credited = item.proration_details?.credited_items?.invoice_line_item_details
  return {
    amount: item.amount,
    description: item.description ?? '',
    period: item.period,
    price: store.get('price', item.pricing?.price_details?.price) ?? null,
    quantity: item.quantity,
    subscription: details?.subscription ?? null,
    item: details?.subscription_item ?? null,
    proration: item.proration,
    credited: credited ? { invoice: credited.invoice, lines: credited.invoice_line_items } : null,
    invoiceitem: item.id,
    discountable: item.discountable,
    metadata: item.metadata ?? {},
  }
}

export function takeItems(store: ObjectStore, lines: Planned[], invoice: string): void {
  for (const { invoiceitem } of lines) {
    if (invoiceitem !== null) change(store, 'invoiceitem', invoiceitem, { invoice })
  }
}
