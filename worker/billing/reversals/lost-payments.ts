import type Stripe from 'stripe'
import { INVOICE_PAYMENTS, readReversals } from './read-reversals.ts'

/** Names the invoice line with which an upgrade takes back credit for money that was refunded or is disputed. */
const TAKES_BACK = 'takes_back'
export const TAKEN_BACK = { [TAKES_BACK]: 'refunded_or_disputed' }

export function takesBack({ metadata }: Pick<Stripe.InvoiceLineItem, 'metadata'>): boolean {
  return metadata?.[TAKES_BACK] !== undefined
}

/** Sums up what the lines of an invoice took back, in cents. */
export function takenBackBy({ lines }: Pick<Stripe.Invoice, 'lines'>): number {
  return lines.data.filter(takesBack).reduce((sum, { amount }) => sum + amount, 0)
}

/** Which invoice paid for the time that a line credits. */
export function creditedBy({ parent }: Stripe.InvoiceLineItem): string | null {
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details
  return details?.proration_details?.credited_items?.invoice ?? null
}

/** Cents of an invoice's payment that are lost, by the invoice's id. */
export type LostPayments = (invoice: string) => number

/**
 * Finds what was refunded or is disputed of an invoice's payment, and of the payments that it credits, less what it
 * took back of those. Below zero after a dispute that was won later.
 */
export function lostPayments(invoices: readonly Stripe.Invoice[], lostOf: (invoice: Stripe.Invoice) => number) {
  const known = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  const lost: LostPayments = (id) => {
    const invoice = known.get(id)
    if (!invoice) return 0
    return lostOf(invoice) + lostBehind(invoice.lines.data, lost) - takenBackBy(invoice)
  }
  return lost
}

/** Sums up what is lost of the payments that these lines credit. */
export function lostBehind(lines: readonly Stripe.InvoiceLineItem[], lost: LostPayments): number {
  const credited = new Set(lines.flatMap((line) => (line.amount < 0 ? (creditedBy(line) ?? []) : [])))
  return [...credited].reduce((sum, id) => sum + lost(id), 0)
}

/** Of all invoices of a subscription. Throws what Stripe's client throws. */
export async function readLostPayments(stripe: Stripe, customer: string, subscription: string): Promise<LostPayments> {
  const all = stripe.invoices.list({ customer, subscription, limit: 100, expand: [`data.${INVOICE_PAYMENTS}`] })
  const invoices = await all.autoPagingToArray({ limit: 1000 })
  return lostPayments(invoices, (await readReversals(stripe, customer, invoices)).lostOf)
}
