import type { Objects } from '../store/stripe-objects.ts'
import type { ObjectStore } from '../store/object-store.ts'
import { intentOfInvoice } from '../engine/payments/invoice-payments.ts'
import { invoicesOf } from '../engine/subscriptions/change-subscription.ts'

/** Facts that must hold for the whole state after any calls in any order. For tests. */

type Invoice = Objects['invoice']

/** Every broken invariant as a sentence; an empty list is correct. */
export function brokenInvariants(store: ObjectStore): string[] {
  return [
    ...store.all('invoice').flatMap((invoice) => figures(invoice)),
    ...store.all('invoice').flatMap((invoice) => payment(store, invoice)),
    ...store.all('subscription').flatMap((subscription) => standing(store, subscription)),
    ...store.all('customer').flatMap((customer) => ledgerOf(store, customer)),
  ]
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

function figures(invoice: Invoice): string[] {
  const { id, lines, subtotal, total, amount_due, amount_paid, amount_remaining, status } = invoice
  const discounts = sum((invoice.total_discount_amounts ?? []).map((each) => each.amount))
  const byLine = sum(lines.data.flatMap((line) => (line.discount_amounts ?? []).map((each) => each.amount)))
  return [
    ...wrong(sum(lines.data.map((line) => line.amount)) === subtotal, `${id}: lines do not sum to the subtotal`),
    ...wrong(discounts === byLine, `${id}: discounts of lines do not sum to its discounts`),
    ...wrong(subtotal - discounts === total, `${id}: total is not subtotal less discounts`),
    ...wrong(amount_due >= 0 && amount_paid <= amount_due, `${id}: paid ${amount_paid} of ${amount_due}`),
    ...wrong(status !== 'paid' || amount_paid === amount_due, `${id}: paid, but not all`),
    ...wrong(status !== 'paid' || amount_remaining === 0, `${id}: paid, and something remains`),
    ...wrong(
      lines.data.every((line) => Number.isInteger(line.amount)),
      `${id}: parts of cents`,
    ),
  ]
}

function payment(store: ObjectStore, invoice: Invoice): string[] {
  const payments = store.all('invoice_payment', (each) => each.invoice === invoice.id)
  const intents = payments.map((each) => each.payment.payment_intent)
  const charges = store.all('charge', (each) => each.paid && intents.includes(each.payment_intent ?? ''))
  const intent = intentOfInvoice(store, invoice.id)
  const open = !['succeeded', 'canceled'].includes(intent?.status ?? 'canceled')
  return [
    ...wrong(charges.length <= 1, `${invoice.id}: paid ${charges.length} times`),
    ...wrong(
      sum(charges.map((each) => each.amount)) === invoice.amount_paid,
      `${invoice.id}: charges are not what was paid`,
    ),
    ...wrong(invoice.status !== 'void' || !open, `${invoice.id}: void, and its intent can still be paid`),
    ...wrong(invoice.status !== 'paid' || !open, `${invoice.id}: paid, and its intent can be paid again`),
  ]
}

function standing(store: ObjectStore, subscription: Objects['subscription']): string[] {
  const { id, status } = subscription
  const first = invoicesOf(store, id).find((each) => each.billing_reason === 'subscription_create')
  const owed = invoicesOf(store, id).some((each) => each.status === 'open' && each.attempted && each.auto_advance)
  return [
    ...wrong(status !== 'active' || first?.status === 'paid', `${id}: active, its first invoice ${first?.status}`),
    ...wrong(status !== 'active' || !owed, `${id}: active, and an invoice of it is owed`),
    ...wrong(
      status !== 'incomplete_expired' || first?.status === 'void',
      `${id}: expired, its first invoice ${first?.status}`,
    ),
    ...wrong(
      subscription.items.data.every((item) => item.current_period_start <= item.current_period_end),
      `${id}: a period that ends before it begins`,
    ),
  ]
}

/** The balance is the sum of its ledger: what was not charged, and adjustments. A refunded invoice stays paid. */
function ledgerOf(store: ObjectStore, { id, balance }: Objects['customer']): string[] {
  const moved = store
    .all('invoice', (each) => each.customer === id && !['draft', 'void'].includes(each.status ?? ''))
    .map((each) => each.total - each.amount_due)
  const ledger = store.all('customer_balance_transaction', (each) => each.customer === id)
  const adjusted = ledger.filter(({ type }) => type === 'adjustment').map(({ amount }) => amount)
  const owed = sum([...moved, ...adjusted])
  return [
    ...wrong(owed === balance, `${id}: a balance of ${balance}, not ${owed}`),
    ...wrong(sum(ledger.map(({ amount }) => amount)) === balance, `${id}: its ledger is not its balance`),
    ...wrong((ledger[0]?.ending_balance ?? 0) === balance, `${id}: its ledger ends with another balance`),
  ]
}

function wrong(isRight: boolean, text: string): string[] {
  return isRight ? [] : [text]
}
