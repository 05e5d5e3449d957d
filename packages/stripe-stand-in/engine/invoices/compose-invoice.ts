import type { Objects } from '../../store/stripe-objects.ts'
import { wholeList } from '../../http/paginate.ts'
import type { Moment } from '../../store/change-object.ts'
import { takeOff } from '../amounts/discount-amounts.ts'
import { addedBy, printTax, sumOf, taxInvoice } from './automatic-tax.ts'
import { customerFields } from './invoice-customer.ts'
import { printLine } from './invoice-lines.ts'
import type { Planned } from './invoice-lines.ts'
import { cutsOf } from './redeem-discounts.ts'
import { totalsOf } from '../amounts/invoice-totals.ts'

type Invoice = Objects['invoice']
type Subscription = Objects['subscription']

export type InvoiceWish = {
  customer: string
  subscription: Subscription | null
  billing_reason: NonNullable<Invoice['billing_reason']>
  currency: string
  lines: Planned[]
  /** Discount ids. */
  discounts: string[]
  /** The invoice's period; for renewals, the one that has just ended. */
  period: { start: number; end: number }
  /** `subscription_proration_date`. */
  proration_date?: number | undefined
  changes?: Partial<Invoice>
}

/** Composes a draft invoice with lines and totals, without storing it. */
export function composeInvoice(moment: Moment, wish: InvoiceWish, id = moment.store.id('in')): Invoice {
  const { store, now } = moment
  const customer = store.require('customer', wish.customer)
  const taken = takeOff(
    wish.lines.map(({ amount, discountable, price }) => ({ amount, discountable, product: price?.product ?? null })),
    cutsOf(moment, wish.discounts),
  )
  const tax = taxInvoice(wish.subscription, customer, wish.lines, taken)
  const totals = totalsOf(
    wish.lines.map((line) => line.amount),
    taken,
    customer.balance,
    addedBy(tax.taxes),
  )
  const lines = wish.lines.map((line, index) => {
    const printed = printLine(store, id, wish.currency, line, taken[index] ?? [])
    const lineTax = tax.taxes[index]
    return lineTax ? { ...printed, taxes: [printTax(lineTax)] } : printed
  })
  const { subscription } = wish
  return {
    ...blank,
    id,
    amount_due: totals.amount_due,
    amount_remaining: totals.amount_due,
    billing_reason: wish.billing_reason,
    collection_method: subscription?.collection_method ?? 'charge_automatically',
    created: now,
    currency: wish.currency,
    customer: customer.id,
    ...customerFields(store, customer),
    discounts: wish.discounts,
    lines: wholeList(lines, `/v1/invoices/${id}/lines`),
    parent: subscription && {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: {
        metadata: subscription.metadata,
        subscription: subscription.id,
        ...(wish.proration_date !== undefined && { subscription_proration_date: wish.proration_date }),
      },
    },
    period_end: wish.period.end,
    period_start: wish.period.start,
    starting_balance: customer.balance,
    subtotal: totals.subtotal,
    subtotal_excluding_tax: totals.subtotal - sumOf(tax.taxes) + addedBy(tax.taxes),
    test_clock: customer.test_clock ?? null,
    total: totals.total,
    total_discount_amounts: totals.total_discount_amounts,
    total_excluding_tax: totals.total - sumOf(tax.taxes),
    total_pretax_credit_amounts: totals.total_discount_amounts.map((each) => ({ ...each, type: 'discount' })),
    ...tax.fields,
    ...wish.changes,
  }
}

const blank = {
  object: 'invoice',
  account_country: 'US',
  account_name: 'Switchyard',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_paid_off_stripe: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  auto_advance: true,
  automatically_finalizes_at: null,
  custom_fields: null,
  customer_account: null,
  customer_shipping: null,
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  due_date: null,
  effective_at: null,
  ending_balance: null,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  next_payment_attempt: null,
  number: null,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  status: 'draft',
  status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  webhooks_delivered_at: null,
} satisfies Partial<Invoice>
