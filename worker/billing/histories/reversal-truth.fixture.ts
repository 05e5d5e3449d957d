import { expect } from 'vitest'
import type { Objects } from '../../../packages/stripe-stand-in/index.ts'
import { planCreditRefunds } from '../credit/read-credit.ts'
import { REFUND_OF } from '../reversals/read-reversals.ts'
import { TAKEN_BACK } from '../reversals/lost-payments.ts'
import type { BillingFixture } from '../testing/billing.fixture.ts'

type Store = BillingFixture['emulator']['store']
type Invoice = Objects['invoice']
type Line = Invoice['lines']['data'][number]

/**
 * Presses upgrade. The amount that it takes back is what was lost, before the press, of the payments whose unused time
 * it takes off, and never more than that. Amounts in cents.
 */
export async function takesBackWhatIsLost({ emulator: { store } }: BillingFixture, upgrade: () => Promise<void>) {
  const before = new Map(store.all('invoice').map((invoice) => [invoice.id, lostOf(store, invoice)]))
  try {
    await upgrade()
  } finally {
    for (const { id, lines } of store.all('invoice', (each) => !before.has(each.id) && each.status !== 'void')) {
      const credited = new Set(lines.data.flatMap((line) => (line.amount < 0 ? creditedBy(line) : [])))
      const credit = sumOf(lines.data.filter(({ amount }) => amount < 0)) * -1
      const taken = sumOf(lines.data.filter(isTakenBack))
      expect(taken, `what ${id} takes back of its credit`).toBeLessThanOrEqual(credit)
      // The credit of an earlier change was lost, or taken back, before.
      const isFirst = [...credited].every((each) =>
        store.require('invoice', each).lines.data.every((l) => l.amount >= 0),
      )
      const lost = [...credited].reduce((sum, each) => sum + (before.get(each) ?? 0), 0)
      if (isFirst) expect(taken, `what ${id} takes back`).toBe(Math.min(credit, lost))
    }
  }
}

/**
 * Holds once nothing changes anymore: what a customer was charged, less what we refunded of unused time, is the time
 * that they used or still have, what upgrades took back, and the credit that is left; and no credit is theirs to get
 * back beyond the money that we still have.
 */
export async function chargesAreWhatWasUsed(shop: BillingFixture): Promise<void> {
  const { store } = shop.emulator
  for (const { id, balance } of store.all('customer')) {
    const paid = store.all('charge', (each) => each.customer === id && each.paid)
    const invoices = store.all('invoice', (each) => each.customer === id && each.status === 'paid')
    const refunds = store.all('refund', (each) => each.customer === id && each.status !== 'failed')
    const own = sumOf(refunds.filter(isOwn))
    const entries = store.all('customer_balance_transaction', (each) => each.customer === id)
    const given = -sumOf(entries.filter((each) => each.invoice === null && !isOwn(each)))
    const usedOrTakenBack = invoices.reduce((sum, { total }) => sum + total, 0)
    const heldByOpen = sumOf(entries.filter(({ invoice }) => invoice !== null && isOpen(store, String(invoice))))
    expect(sumOf(paid) - own + given, `what ${id} paid, less what we refunded`).toBe(
      usedOrTakenBack + heldByOpen - balance,
    )
    const lost = store
      .all('invoice', (each) => each.customer === id)
      .reduce((sum, each) => sum + lostOf(store, each), 0)
    expect(own + lost, `what ${id} got back`).toBeLessThanOrEqual(sumOf(paid))
    const customer = await shop.stripe.customers.retrieve(id)
    const plan = customer.deleted ? null : await planCreditRefunds(shop.stripe, customer)
    expect(plan?.unused ?? 0, `credit of ${id} that was paid for`).toBeLessThanOrEqual(sumOf(paid) - own - lost)
  }
}

/** Holds once nothing changes anymore: a lost dispute, or a customer's second, ended the plan that it found. */
export function disputesEndedPlans({ emulator: { store } }: BillingFixture): void {
  for (const { id } of store.all('customer')) {
    const charges = store.all('charge', (each) => each.customer === id).map((each) => each.id)
    const disputes = store.all('dispute', ({ charge }) => charges.includes(String(charge)))
    // Newest first.
    const ending = disputes.find(({ status }, nth) => status === 'lost' || nth < disputes.length - 1)
    const running = store.all(
      'subscription',
      ({ customer, status, created }) =>
        customer === id && status !== 'canceled' && status !== 'incomplete_expired' && created < (ending?.created ?? 0),
    )
    expect(
      running.map((each) => each.id),
      `plans of ${id} that ${ending?.id} should have ended`,
    ).toEqual([])
  }
}

/** Sums up what an operator refunded, or the bank holds or gave back, of an invoice's charge. */
function lostOf(store: Store, { id, amount_paid }: Invoice): number {
  const payments = store.all('invoice_payment', ({ invoice }) => invoice === id)
  const intents = payments.map(({ payment }) => payment.payment_intent)
  const charges = store
    .all('charge', ({ payment_intent }) => intents.includes(payment_intent ?? ''))
    .map((each) => each.id)
  const refunds = store.all('refund', ({ charge }) => charges.includes(String(charge)))
  const disputes = store.all('dispute', ({ charge }) => charges.includes(String(charge)))
  const lost =
    sumOf(refunds.filter((each) => each.status !== 'failed' && !isOwn(each))) +
    sumOf(disputes.filter(({ status }) => status !== 'won'))
  return Math.min(amount_paid, lost)
}

function creditedBy({ parent }: Line): string[] {
  const invoice = parent?.subscription_item_details?.proration_details?.credited_items?.invoice
  return invoice ? [invoice] : []
}

function isTakenBack({ metadata }: Line): boolean {
  return Object.keys(TAKEN_BACK).some((key) => metadata?.[key] !== undefined)
}

function isOwn({ metadata }: { metadata: Objects['refund']['metadata'] }): boolean {
  return metadata?.[REFUND_OF] !== undefined
}

function isOpen(store: Store, invoice: string): boolean {
  return store.get('invoice', invoice)?.status !== 'paid'
}

function sumOf(moved: readonly { amount: number }[]): number {
  return moved.reduce((sum, { amount }) => sum + amount, 0)
}
