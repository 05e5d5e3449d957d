import type Stripe from 'stripe'
import type { InvoiceRow, InvoiceStatus } from '../../contract/billing/billing-overview.ts'
import { expandableId } from '../stripe/expandable.ts'
import { liveSubscription, type BillingCustomer } from '../customer/billing-customer.ts'

/** An invoice by itself, without what came back of its payment. */
type ListedInvoice = Omit<InvoiceRow, 'reversals'>

type KnownPlans = Pick<BillingCustomer, 'currentPlan' | 'unbegun'>

/** Null for a draft, and for an attempt that was not finished, of which nothing is owed or paid. */
export function toInvoiceRow(invoice: Stripe.Invoice, plans: KnownPlans): ListedInvoice | null {
  const { id, number, created, total, currency, amount_paid, amount_due } = invoice
  const status = statusOf(invoice, liveSubscription(plans))
  if (!id || !status || isUnfinished(invoice, plans)) return null
  return { id, number, created: created * 1000, total, currency, status, amount_paid, amount_due }
}

/** An unpaid subscribe, or an upgrade that was given up. An invoice that an operator sends was never an attempt. */
function isUnfinished(invoice: Stripe.Invoice, { unbegun }: Pick<KnownPlans, 'unbegun'>): boolean {
  const { status, billing_reason, collection_method, amount_paid } = invoice
  // A trial's first invoice costs nothing, and counts as paid before the bank confirms the card.
  if (status === 'paid') return amount_paid === 0 && unbegun.includes(subscriptionOf(invoice) ?? '')
  if (collection_method === 'send_invoice') return false
  if (billing_reason === 'subscription_create') return true
  return billing_reason === 'subscription_update' && status === 'void'
}

const STATUSES: readonly InvoiceStatus[] = ['paid', 'open', 'void', 'uncollectible']

/** `live`: the subscription that a payment would keep. The last invoice of an ended one is unpaid until we void it. */
function statusOf(invoice: Stripe.Invoice, live: string | null): InvoiceStatus | null {
  const known = STATUSES.find((each) => each === invoice.status)
  const subscription = subscriptionOf(invoice)
  const unpaid = known !== undefined && known !== 'paid'
  return unpaid && subscription !== null && subscription !== live ? 'lapsed' : (known ?? null)
}

function subscriptionOf({ parent }: Stripe.Invoice): string | null {
  return expandableId(parent?.subscription_details?.subscription)
}
