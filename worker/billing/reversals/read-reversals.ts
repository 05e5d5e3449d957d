import type Stripe from 'stripe'
import type { Reversal, ReversalState } from '../../contract/billing/billing-overview.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { expandableId } from '../stripe/expandable.ts'

/** The field to expand in invoices, so that the charges of their payments can be found. */
export const INVOICE_PAYMENTS = 'payments'

/** Names our refund of unused time in the metadata of what it makes at Stripe. */
export const REFUND_OF = 'credit_refund'

/** `own`: our refund of unused time, which credit paid for. */
type FoundReversal = Reversal & { own: boolean }
type Found = { of: (invoice: Stripe.Invoice) => Reversal[]; lostOf: (invoice: Stripe.Invoice) => number }

/**
 * Refunds and disputes of the given invoices, and what of a payment was lost by them (cents). With one call for all charges and one
 * for each disputed charge.
 */
export async function readReversals(
  stripe: Stripe,
  customer: string,
  invoices: readonly Stripe.Invoice[],
  options: Stripe.RequestOptions = {},
): Promise<Found> {
  const paid = invoices.filter(({ amount_paid }) => amount_paid > 0)
  const charges = paid.length > 0 ? await readCharges(stripe, customer, paid, options) : []
  const reversed = await Promise.all(
    charges.map(async (charge) => {
      const disputes = charge.disputed ? await stripe.disputes.list({ charge: charge.id }, options) : null
      const found = [...(charge.refunds?.data ?? []).map(fromRefund), ...(disputes?.data ?? []).map(fromDispute)]
      return { charge, reversals: found.filter((each) => each !== null) }
    }),
  )
  const foundOf = (invoice: Stripe.Invoice) =>
    reversed.filter(({ charge }) => isPaidBy(invoice, charge)).flatMap(({ reversals }) => reversals)
  return {
    of: (invoice) =>
      foundOf(invoice)
        .map(({ id, state, amount, at }) => ({ id, state, amount, at }))
        .toSorted((a, b) => a.at - b.at),
    lostOf: (invoice) => {
      const lost = foundOf(invoice).filter(({ own, state }) => !own && LOSES[state])
      return Math.min(
        invoice.amount_paid,
        lost.reduce((sum, { amount }) => sum + amount, 0),
      )
    },
  }
}

/** Whether the payer has the money, or may keep it. */
const LOSES: Record<ReversalState, boolean> = {
  refunded: true,
  refund_pending: true,
  disputed: true,
  dispute_lost: true,
  dispute_won: false,
}

/** A charge is made between an invoice and its payment; a day more allows for clocks that differ. */
async function readCharges(
  stripe: Stripe,
  customer: string,
  paid: readonly Stripe.Invoice[],
  options: Stripe.RequestOptions,
): Promise<Stripe.Charge[]> {
  const gte = Math.min(...paid.map(({ created }) => created))
  const lte = Math.max(...paid.map(({ created, status_transitions: { paid_at } }) => paid_at ?? created)) + DAY / 1000
  const wanted = { customer, created: { gte, lte }, limit: 100, expand: ['data.refunds'] }
  const charges: Stripe.Charge[] = []
  for await (const charge of stripe.charges.list(wanted, options)) {
    if (charge.disputed || (charge.refunds?.data.length ?? 0) > 0) charges.push(charge)
  }
  return charges
}

function isPaidBy({ payments }: Stripe.Invoice, { id, payment_intent }: Stripe.Charge): boolean {
  const intent = expandableId(payment_intent)
  return (payments?.data ?? []).some(({ payment }) =>
    payment.type === 'charge'
      ? expandableId(payment.charge) === id
      : intent !== null && expandableId(payment.payment_intent) === intent,
  )
}

/** Null for a refund that did not happen. */
function fromRefund({ id, amount, created, status, metadata }: Stripe.Refund): FoundReversal | null {
  const happens = status !== 'failed' && status !== 'canceled'
  const state = status === 'pending' || status === 'requires_action' ? 'refund_pending' : 'refunded'
  return happens ? { id, state, amount, at: created * 1000, own: metadata?.[REFUND_OF] !== undefined } : null
}

/** A bank's question before a dispute moves no money, and a prevented dispute is a refund. */
const DISPUTES = new Map<Stripe.Dispute.Status, ReversalState | null>([
  ['needs_response', 'disputed'],
  ['under_review', 'disputed'],
  ['appeal_needs_response', 'disputed'],
  ['appeal_under_review', 'disputed'],
  ['won', 'dispute_won'],
  ['lost', 'dispute_lost'],
  ['prevented', null],
  ['warning_needs_response', null],
  ['warning_under_review', null],
  ['warning_closed', null],
])

export function movesMoney({ status }: Pick<Stripe.Dispute, 'status'>): boolean {
  return (DISPUTES.get(status) ?? null) !== null
}

function fromDispute({ id, amount, created, status }: Stripe.Dispute): FoundReversal | null {
  const state = DISPUTES.get(status) ?? null
  return state && { id, state, amount, at: created * 1000, own: false }
}
