import type Stripe from 'stripe'
import type { InvoiceRow, InvoiceStatus } from '../../contract/billing/billing-overview.ts'

/** Null for a draft, and for a declined subscribe attempt, of which nothing is owed or paid. */
export function toInvoiceRow(invoice: Stripe.Invoice): InvoiceRow | null {
  const { id, number, created, total, currency, billing_reason } = invoice
  const status = STATUSES.find((known) => known === invoice.status)
  const refused = status === 'void' && billing_reason === 'subscription_create'
  return id && status && !refused ? { id, number, created: created * 1000, total, currency, status } : null
}

const STATUSES: readonly InvoiceStatus[] = ['paid', 'open', 'void', 'uncollectible']
