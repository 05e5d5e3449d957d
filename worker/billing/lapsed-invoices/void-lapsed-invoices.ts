import type Stripe from 'stripe'
import { expandedObject } from '../stripe/expandable.ts'
import { ignoreDefiniteRefusal } from '../stripe/stripe-problem.ts'
import { hasEnded } from '../../contract/billing/subscription-status.ts'

const UNPAID = ['open', 'uncollectible'] as const

/**
 * Voids what ended subscriptions left unpaid, so that nobody collects it anymore; Stripe then gives back the credit that
 * it used. Never before the end: a void invoice would keep its plan running. Needs `latest_invoice` expanded. Throws
 * what Stripe's client throws.
 */
export async function voidLapsedInvoices(stripe: Stripe, seen: readonly Stripe.Subscription[]): Promise<void> {
  for (const { id } of seen.filter((each) => hasEnded(each) && isUnpaid(each))) {
    const left: Stripe.Invoice[] = []
    for (const status of UNPAID) {
      const all = stripe.invoices.list({ subscription: id, status, limit: 100 })
      left.push(...(await all.autoPagingToArray({ limit: 1000 })))
    }
    // The newest last: while it is open, a repetition after a crash finds the others.
    for (const invoice of left.toSorted((a, b) => a.created - b.created))
      await ignoreDefiniteRefusal(stripe.invoices.voidInvoice(invoice.id))
  }
}

function isUnpaid({ latest_invoice }: Stripe.Subscription): boolean {
  const status = expandedObject(latest_invoice)?.status
  return UNPAID.some((unpaid) => unpaid === status)
}
