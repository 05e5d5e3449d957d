import type { Objects } from '../../store/stripe-objects.ts'
import { change } from '../../store/change-object.ts'
import type { Moment } from '../../store/change-object.ts'

/** The ledger of a customer's balance. A negative balance is credit, and a negative amount adds to it. */

type Entry = Objects['customer_balance_transaction']
type Invoice = Objects['invoice']

/** Moves the balance by `amount` cents, and records why. */
export function moveBalance(
  { store, now }: Moment,
  customer: string,
  entry: Pick<Entry, 'amount' | 'currency' | 'type'> & Partial<Entry>,
): Entry {
  const owner = store.require('customer', customer)
  const balance = owner.balance + entry.amount
  const made: Entry = {
    id: store.id('cbtxn'),
    object: 'customer_balance_transaction',
    checkout_session: null,
    created: now,
    credit_note: null,
    customer,
    customer_account: null,
    description: null,
    ending_balance: balance,
    invoice: null,
    livemode: false,
    metadata: {},
    ...entry,
  }
  store.put('customer_balance_transaction', made)
  change(store, 'customer', customer, { balance, currency: owner.currency ?? entry.currency }, 'customer.updated')
  return made
}

/** Moves the balance at finalizing: by the credit used, and by a rest too small to charge, which may be negative. */
export function applyToInvoice(moment: Moment, { id, customer, currency, total }: Invoice, ending_balance: number) {
  if (!customer) return
  const { balance } = moment.store.require('customer', customer)
  const moved = ending_balance - balance
  // Credit pays at most the whole invoice; owed cents of earlier invoices are charged with this one.
  const used = balance < 0 ? Math.min(-balance, Math.max(0, total)) : Math.min(0, moved)
  const applied = total < 0 ? 0 : used
  if (applied !== 0)
    moveBalance(moment, customer, { amount: applied, currency, invoice: id, type: 'applied_to_invoice' })
  const rest = moved - applied
  if (rest !== 0) moveBalance(moment, customer, { amount: rest, currency, invoice: id, type: 'invoice_too_small' })
}
