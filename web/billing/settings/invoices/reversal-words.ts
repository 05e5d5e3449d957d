import type { InvoiceRow, Reversal, ReversalState } from '../../../../worker/contract/billing/billing-overview.ts'
import { formatPrice } from '../../../../worker/contract/billing/price-format.ts'
import { dayInWords } from '../../../ui/dates/dates.ts'
import { INVOICE_STATUS } from '../overview/billing-words.ts'

/** How the sum on a receipt names money that came back; null while or where the payment stands. */
const RETURNED: Record<ReversalState, string | null> = {
  refunded: 'Refunded',
  refund_pending: 'Refund started',
  dispute_lost: 'Returned by your bank',
  disputed: null,
  dispute_won: null,
}

/** "Refunded on November 25, 2026"; null if the payment stands. A bank does not say when it returned the money. */
export function returnInWords(reversal: Reversal, timeZone: string): string | null {
  const words = RETURNED[reversal.state]
  return words && (isDispute(reversal) ? words : `${words} on ${dayInWords(reversal.at, timeZone)}`)
}

export function isDispute({ state }: Reversal): boolean {
  return state === 'disputed' || state === 'dispute_won' || state === 'dispute_lost'
}

/** Sums up what came back of a payment, or is on its way, in cents. */
export function amountReturned(reversals: readonly Reversal[]): number {
  return reversals.filter(({ state }) => RETURNED[state] !== null).reduce((all, { amount }) => all + amount, 0)
}

/** The invoice's state in a word or two, refunds and disputes included. */
export function paymentBadge(
  invoice: Pick<InvoiceRow, 'status' | 'amount_paid' | 'reversals' | 'total'>,
): (typeof INVOICE_STATUS)[InvoiceRow['status']] {
  const { status, amount_paid, reversals, total } = invoice
  const has = (wanted: ReversalState) => reversals.some(({ state }) => state === wanted)
  const returned = amountReturned(reversals)
  if (has('disputed')) return { words: 'Disputed', look: 'quiet' }
  if (has('dispute_lost')) return { words: 'Returned by your bank', look: 'quiet' }
  if (status === 'paid' && total < 0) return { words: 'Credited', look: 'good' }
  if (returned === 0) return INVOICE_STATUS[status]
  return { words: returned < amount_paid ? 'Partly refunded' : 'Refunded', look: 'quiet' }
}

/** One refund or dispute as a sentence. */
export function reversalInWords({ state, amount, at }: Reversal, currency: string, timeZone: string): string {
  const [money, day] = [formatPrice(amount, currency), dayInWords(at, timeZone)]
  const words: Record<ReversalState, string> = {
    refunded: `${money} was refunded on ${day}.`,
    refund_pending: `${money} has been on its way back to you since ${day}.`,
    disputed: `You disputed ${money} on ${day}. Your bank has not decided yet.`,
    dispute_won: `You disputed ${money} on ${day}. Your bank let the payment stand.`,
    dispute_lost: `You disputed ${money} on ${day}. Your bank gave it back to you.`,
  }
  return words[state]
}
