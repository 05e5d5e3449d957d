import { invalidRequest } from '../../store/stripe-api-error.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import { change } from '../../store/change-object.ts'
import type { Moment } from '../../store/change-object.ts'
import { cancelPaymentIntent } from '../payments/payment-intent-machine.ts'
import { moveBalance } from './customer-balance.ts'
import { closePayment, intentOfInvoice, paymentsOf } from '../payments/invoice-payments.ts'

/** How an invoice ends: paid or void. The subscription's reaction is elsewhere. */

type Invoice = Objects['invoice']

/** `amount` is what was paid; 0 if nothing was due or it was paid out of band. */
export function markPaid(moment: Moment, invoice: Invoice, amount: number, attempts: Partial<Invoice>): Invoice {
  const { store, now } = moment
  for (const payment of paymentsOf(store, invoice.id)) {
    if (payment.status === 'open') closePayment(moment, payment, amount > 0)
  }
  const paid = change(
    store,
    'invoice',
    invoice.id,
    {
      ...attempts,
      status: 'paid',
      attempted: true,
      auto_advance: false,
      amount_paid: amount,
      amount_remaining: 0,
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, paid_at: now },
    },
    'invoice.updated',
  )
  store.emit('invoice.paid', paid)
  store.emit('invoice.payment_succeeded', paid)
  return paid
}

export function voidInvoice(moment: Moment, invoice: Invoice): Invoice {
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') throw notOpen(invoice, 'voided')
  const { store, now } = moment
  dropPayments(moment, invoice)
  giveBackBalance(moment, invoice)
  const voided = change(
    store,
    'invoice',
    invoice.id,
    {
      status: 'void',
      auto_advance: false,
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, voided_at: now },
    },
    'invoice.updated',
  )
  store.emit('invoice.voided', voided)
  return voided
}

/** Undoes the invoice's change of the customer's balance. */
function giveBackBalance(moment: Moment, invoice: Invoice): void {
  const { id, customer, currency, starting_balance, ending_balance } = invoice
  const moved = (ending_balance ?? starting_balance) - starting_balance
  if (!customer || !moment.store.get('customer', customer) || moved === 0) return
  moveBalance(moment, customer, { amount: -moved, currency, invoice: id, type: 'unapplied_from_invoice' })
}

function dropPayments(moment: Moment, invoice: Invoice): void {
  const intent = intentOfInvoice(moment.store, invoice.id)
  if (intent && intent.status !== 'succeeded' && intent.status !== 'canceled') {
    cancelPaymentIntent(moment, intent, 'void_invoice')
  }
  for (const payment of paymentsOf(moment.store, invoice.id)) {
    if (payment.status === 'open') closePayment(moment, payment, false)
  }
}

export function notOpen({ status }: Invoice, verb: string) {
  return invalidRequest(`This invoice is ${status}: only an open one can be ${verb}.`, {
    code: 'invoice_not_editable',
  })
}
