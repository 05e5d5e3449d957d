import type Stripe from 'stripe'
import { expandedObject } from '../stripe/expandable.ts'
import { hasEnded } from '../../contract/billing/subscription-status.ts'

/**
 * The status that decides what a subscription grants. Nothing was ever paid for one whose first invoice is void, so it
 * counts as incomplete, whatever Stripe calls it. Needs `latest_invoice` expanded.
 */
export function effectiveStatus(subscription: Stripe.Subscription): Stripe.Subscription['status'] {
  if (!isFirstInvoiceVoid(subscription)) return subscription.status
  return hasEnded(subscription) ? 'incomplete_expired' : 'incomplete'
}

/** A later void invoice, such as a renewal's that an operator forgave, takes nothing away. */
export function isFirstInvoiceVoid({ latest_invoice }: Stripe.Subscription): boolean {
  const invoice = expandedObject(latest_invoice)
  return invoice?.status === 'void' && invoice.billing_reason === 'subscription_create'
}
