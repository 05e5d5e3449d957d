import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import type { Period, Recurring } from '../amounts/billing-periods.ts'
import type { Taken } from '../amounts/discount-amounts.ts'

/** The lines of an invoice. They are planned first, because their cost is known before the invoice exists. */

type Item = Objects['subscription_item']
type Line = Objects['invoice']['lines']['data'][number]
type Price = Objects['price']

export type Credited = { invoice: string; lines: string[] } | null

export type Planned = {
  amount: number
  description: string
  period: Period
  price: Price | null
  quantity: number
  /** The subscription and item that the line bills, or neither. */
  subscription: string | null
  item: string | null
  proration: boolean
  /** For a credit: the lines that it refunds. */
  credited: Credited
  /** The invoice item that the line came from. */
  invoiceitem: string | null
  discountable: boolean
  metadata: Record<string, string>
}

export function recurringOf(price: Price): Recurring {
  const { interval, interval_count } = price.recurring ?? { interval: 'month' as const, interval_count: 1 }
  return { interval, interval_count }
}

export function itemCost({ price, quantity = 1 }: Pick<Item, 'price' | 'quantity'>): number {
  return (price.unit_amount ?? 0) * quantity
}

/** A whole period of an item, paid in advance. */
export function periodLine(store: ObjectStore, item: Item, period: Period): Planned {
  const { price, quantity = 1 } = item
  const every = price.recurring?.interval ?? 'month'
  const each = money(price.unit_amount ?? 0, price.currency)
  const description = `${quantity} × ${productName(store, price)} (at ${each} / ${every})`
  return { ...ofItem(item), amount: itemCost(item), description, period }
}

export function trialLine(store: ObjectStore, item: Item, period: Period): Planned {
  const description = `Trial period for ${productName(store, item.price)}`
  return { ...ofItem(item), amount: 0, description, period, discountable: false }
}

/** `amount` is the credit, zero or below, with discounts already included. */
export function creditLine(
  store: ObjectStore,
  item: Item,
  amount: number,
  period: Period,
  credited: Credited,
): Planned {
  const description = `Unused time on ${productName(store, item.price)} after ${dayOf(period.start)}`
  return { ...ofItem(item), amount, description, period, proration: true, credited, discountable: false }
}

export function debitLine(store: ObjectStore, item: Item, amount: number, period: Period): Planned {
  const description = `Remaining time on ${productName(store, item.price)} after ${dayOf(period.start)}`
  return { ...ofItem(item), amount, description, period, proration: true }
}

function ofItem(item: Item) {
  return {
    price: item.price,
    quantity: item.quantity ?? 1,
    subscription: item.subscription,
    item: item.id,
    proration: false,
    credited: null,
    invoiceitem: null,
    discountable: true,
    metadata: item.metadata,
  }
}

export function printLine(
  store: ObjectStore,
  invoice: string,
  currency: string,
  planned: Planned,
  taken: Taken[],
): Line {
  const { amount, price, quantity } = planned
  return {
    id: store.id('il'),
    object: 'line_item',
    amount,
    currency,
    description: planned.description,
    discount_amounts: taken.map(({ discount, amount: off }) => ({ discount, amount: off })),
    discountable: planned.discountable,
    discounts: [],
    invoice,
    livemode: false,
    metadata: planned.metadata,
    parent: parentOf(planned),
    period: planned.period,
    pretax_credit_amounts: taken.map(({ discount, amount: off }) => ({ discount, amount: off, type: 'discount' })),
    pricing: price && {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: String(planned.proration ? amount / quantity : (price.unit_amount ?? 0)),
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription: planned.subscription,
    subtotal: amount,
    taxes: [],
  }
}

function parentOf(planned: Planned): Line['parent'] {
  const { proration, subscription, invoiceitem, credited } = planned
  const items = credited && { invoice: credited.invoice, invoice_line_items: credited.lines }
  const shared = { proration, subscription, proration_details: { credited_items: items } }
  if (planned.item !== null) {
    return {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: { ...shared, invoice_item: invoiceitem, subscription_item: planned.item },
    }
  }
  if (invoiceitem === null) return null
  return {
    type: 'invoice_item_details',
    subscription_item_details: null,
    invoice_item_details: { ...shared, invoice_item: invoiceitem },
  }
}

function productName(store: ObjectStore, price: Price): string {
  return store.get('product', price.product)?.name ?? price.product
}

const dollars = moneyFormat('usd')

function moneyFormat(currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency })
}

function money(cents: number, currency: string): string {
  return (currency === 'usd' ? dollars : moneyFormat(currency)).format(cents / 100)
}

function dayOf(seconds: number): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat('en-GB', options).format(seconds * 1000)
}
