import type Stripe from 'stripe'
import type { InvoiceRow, InvoiceStatus } from '../contract/billing-settings.ts'

/** Null for what Stripe is still writing, and for what nothing was asked for. */
export function invoiceRow(invoice: Stripe.Invoice): InvoiceRow | null {
  const { id, number, created, total, currency } = invoice
  const status = STATUSES.find((known) => known === invoice.status)
  return id && status ? { id, number, created: created * 1000, total, currency, status } : null
}

const STATUSES: readonly InvoiceStatus[] = ['paid', 'open', 'void', 'uncollectible']
