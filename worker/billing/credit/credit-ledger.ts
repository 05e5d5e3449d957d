import type Stripe from 'stripe'
import { expandableId } from '../stripe/expandable.ts'
import { creditedBy, lostBehind, takenBackBy, type LostPayments } from '../reversals/lost-payments.ts'
import { REFUND_OF } from '../reversals/read-reversals.ts'

/** A customer's credit in cents, by where it came from. */
export type CreditParts = { unused: number; kept: number }

export type Ledger = {
  /** Oldest first. */
  entries: readonly Entry[]
  invoices: readonly Stripe.Invoice[]
  /** The refunds and disputes of an invoice's payment, our refunds of credit aside. */
  lost: LostPayments
}

type Entry = Pick<Stripe.CustomerBalanceTransaction, 'amount' | 'type' | 'metadata' | 'invoice'>

/** With unused time that we credit, as `REFUND_OF` marks it; `amount` in cents. */
export function withUnusedTime(ledger: Ledger, amount: number): Ledger {
  if (amount === 0) return ledger
  const credited = { amount: -amount, type: 'adjustment' as const, metadata: { [REFUND_OF]: '' }, invoice: null }
  return { ...ledger, entries: [...ledger.entries, credited] }
}

/** How much of what an invoice would credit was paid for, in cents. */
export function paidPart(ledger: Ledger, invoice: Stripe.Invoice): number {
  const amount = invoice.lines.data.reduce((sum, line) => sum + Math.min(0, line.amount), 0)
  const entry = { amount, type: 'invoice_too_small' as const, metadata: {}, invoice: invoice.id }
  const { entries, invoices, lost } = ledger
  return (
    splitCredit({ entries: [...entries, entry], invoices: [...invoices, invoice], lost }).unused -
    splitCredit(ledger).unused
  )
}

/**
 * Splits credit by replaying the ledger of the balance. `unused` is paid time that was not used: negative proration
 * lines, as far as money or such credit had paid the invoice that they credit and was not lost since. `kept` is all
 * other credit: promotions, adjustments by hand, credit notes. Kept credit pays first, and comes back as kept when what it paid is not used.
 */
export function splitCredit({ entries, invoices, lost }: Ledger): CreditParts {
  const known = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  const used = new Map<string, CreditParts>()
  const refunded = new Map<string, CreditParts>()
  const now = { unused: 0, kept: 0, owed: 0 }
  const earn = (part: keyof CreditParts, amount: number) => {
    const repaid = Math.min(now.owed, amount)
    now.owed -= repaid
    now[part] += amount - repaid
  }
  const spend = (amount: number, order: readonly (keyof CreditParts)[]): CreditParts => {
    const from = { unused: 0, kept: 0 }
    let left = amount
    for (const part of order) {
      from[part] = Math.min(now[part], left)
      now[part] -= from[part]
      left -= from[part]
    }
    now.owed += left
    return from
  }
  for (const { amount, type, metadata, invoice } of entries) {
    const refund = metadata?.[REFUND_OF]
    const id = expandableId(invoice)
    if (amount > 0) {
      const from = spend(amount, refund === undefined ? ['kept', 'unused'] : ['unused', 'kept'])
      if (refund) refunded.set(refund, from)
      else if (id) used.set(id, from)
    } else {
      const unused = unusedPart(-amount, { id, type, refund })
      earn('unused', unused)
      earn('kept', -amount - unused)
    }
  }
  return { unused: now.unused, kept: now.kept }

  type Source = { id: string | null; type: string; refund: string | undefined }

  function unusedPart(amount: number, { id, type, refund }: Source): number {
    // A refund that failed gives back what it took, though the payment may be lost since.
    if (refund !== undefined) return Math.min(amount, refunded.get(refund)?.unused ?? amount)
    if (!id || type === 'credit_note') return 0
    if (type === 'unapplied_from_invoice') return Math.min(amount, used.get(id)?.unused ?? 0)
    const invoice = known.get(id)
    if (!invoice) return 0
    const { credits, given } = creditsOf(invoice)
    const unpaid = given + Math.max(0, lostBehind(invoice.lines.data, lost))
    // The rest of the invoice uses unpaid credit first.
    return Math.max(0, amount - Math.max(0, unpaid - (credits - amount)))
  }

  /** Sums up an invoice's credit, and the part of it that was never paid. */
  function creditsOf({ lines }: Stripe.Invoice): { credits: number; given: number } {
    const negative = lines.data.filter(({ amount }) => amount < 0)
    const given = negative.reduce((sum, line) => sum + -line.amount * givenShare(line), 0)
    return { credits: negative.reduce((sum, { amount }) => sum - amount, 0), given: Math.round(given) }
  }

  function givenShare(line: Stripe.InvoiceLineItem): number {
    const details = line.parent?.subscription_item_details ?? line.parent?.invoice_item_details
    if (!details?.proration) return 1
    const invoice = known.get(creditedBy(line) ?? '')
    return invoice ? shareNeverPaid(invoice) : 0
  }

  /** From 0 to 1: how much of an invoice was paid with given credit, or not at all. */
  function shareNeverPaid(invoice: Stripe.Invoice): number {
    if (invoice.status !== 'paid') return 1
    const { credits, given } = creditsOf(invoice)
    const charged = invoice.total + credits - takenBackBy(invoice)
    const kept = used.get(invoice.id)?.kept ?? 0
    return charged > 0 ? Math.min(1, (Math.min(given, charged) + kept) / charged) : 0
  }
}
