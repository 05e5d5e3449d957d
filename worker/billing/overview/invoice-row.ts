import type Stripe from 'stripe'
import type { InvoiceRow, InvoiceStatus } from '../../contract/billing/billing-overview.ts'
import { expandableId } from '../../stripe/expandable.ts'

/** An invoice by itself, without what came back of its payment. */
type ListedInvoice = Omit<InvoiceRow, 'reversals'>

/** Null for a draft, and for an attempt that was not finished, of which nothing is owed or paid. */
export function toInvoiceRow(invoice: Stripe.Invoice, live: string | null): ListedInvoice | null {
  const { id, number, created, total, currency, amount_paid } = invoice
  const status = statusOf(invoice, live)
  if (!id || !status || isUnfinished(invoice)) return null
  return { id, number, created: created * 1000, total, currency, status, amount_paid }
}

/** An unpaid subscribe, or an upgrade that was given up. What an operator sends was never an attempt. */
function isUnfinished({ status, billing_reason, collection_method }: Stripe.Invoice): boolean {
  if (status === 'paid' || collection_method === 'send_invoice') return false
  if (billing_reason === 'subscription_create') return true
  return billing_reason === 'subscription_update' && status === 'void'
}

const STATUSES: readonly InvoiceStatus[] = ['paid', 'open', 'void', 'uncollectible']

/** `live`: the subscription that a payment would keep. The last invoice of an ended one is unpaid until we void it. */
function statusOf({ status, parent }: Stripe.Invoice, live: string | null): InvoiceStatus | null {
  const known = STATUSES.find((each) => each === status)
  const subscription = expandableId(parent?.subscription_details?.subscription)
  const unpaid = known !== undefined && known !== 'paid'
  return unpaid && subscription !== null && subscription !== live ? 'lapsed' : (known ?? null)
}
