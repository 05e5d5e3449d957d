import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import { change } from '../../store/change-object.ts'
import type { Moment } from '../../store/change-object.ts'

/** Invoice payments link an invoice to the intent that pays it. */

type Payment = Objects['invoice_payment']
type Invoice = Objects['invoice']
type Intent = Objects['payment_intent']

export function addPayment({ store, now }: Moment, invoice: Invoice, intent: Intent): Payment {
  const payment: Payment = {
    id: store.id('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: intent.amount,
    created: now,
    currency: intent.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  }
  return store.put('invoice_payment', payment)
}

export function paymentsOf(store: ObjectStore, invoice: string): Payment[] {
  return store.all('invoice_payment', (each) => each.invoice === invoice)
}

export function paymentOfIntent(store: ObjectStore, intent: string): Payment | undefined {
  return store.all('invoice_payment', (each) => each.payment.payment_intent === intent)[0]
}

/** The intent that pays the invoice, if any. */
export function intentOfInvoice(store: ObjectStore, invoice: string): Intent | undefined {
  const payment = paymentsOf(store, invoice).find((each) => each.is_default)
  return store.get('payment_intent', payment?.payment.payment_intent)
}

export function closePayment({ store, now }: Moment, payment: Payment, paid: boolean): void {
  const closed = change(store, 'invoice_payment', payment.id, {
    status: paid ? 'paid' : 'canceled',
    amount_paid: paid ? payment.amount_requested : null,
    status_transitions: { canceled_at: paid ? null : now, paid_at: paid ? now : null },
  })
  if (paid) store.emit('invoice_payment.paid', closed)
}
