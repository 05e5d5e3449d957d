import { invalidRequest } from '../../store/stripe-api-error.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import { day } from '../amounts/billing-periods.ts'
import { change } from '../../store/change-object.ts'
import type { Moment } from '../../store/change-object.ts'
import { isAttached, payingMethod } from '../payments/card-behavior.ts'
import { customerFields } from '../invoices/invoice-customer.ts'
import { markPaid, notOpen } from '../invoices/close-invoice.ts'
import { applyToInvoice } from '../invoices/customer-balance.ts'
import { attemptPayment, newPaymentIntent } from '../payments/payment-intent-machine.ts'
import { addPayment, intentOfInvoice, paymentOfIntent } from '../payments/invoice-payments.ts'
import { endSubscription } from './end-subscription.ts'
import { subscriptionPaid, subscriptionUnpaid } from './status-machine.ts'
import { subscriptionOf } from './change-subscription.ts'
import { MINIMUM_CHARGE } from '../amounts/invoice-totals.ts'

/** Takes an invoice from draft to paid: finalizes, charges and retries it (dunning) for 14 days. */

type Invoice = Objects['invoice']
type Intent = Objects['payment_intent']

/** Days after finalization on which an unpaid invoice is retried; when the last try fails, the subscription ends. */
const RETRY_DAYS = [3, 8, 14]

/** Opens and numbers the invoice and creates its intent; pays it at once if nothing is due. Updates the balance. */
export function finalizeInvoice(moment: Moment, draft: Invoice): Invoice {
  if (draft.status !== 'draft') {
    throw invalidRequest("This invoice is already finalized, you can't re-finalize a non-draft invoice.", {
      code: 'invoice_not_editable',
    })
  }
  const { store, now } = moment
  const invoice = change(
    store,
    'invoice',
    draft.id,
    {
      ...applyBalance(moment, draft),
      ...customerFields(store, store.require('customer', draft.customer ?? '')),
      status: 'open',
      number: nextNumber(store, draft.customer ?? ''),
      automatically_finalizes_at: null,
      effective_at: now,
      hosted_invoice_url: `https://invoice.stripe.com/i/${draft.id}`,
      invoice_pdf: `https://pay.stripe.com/invoice/${draft.id}/pdf`,
      status_transitions: { ...draft.status_transitions, finalized_at: now },
    },
    'invoice.updated',
  )
  store.emit('invoice.finalized', invoice)
  if (invoice.amount_due === 0) return paid(moment, invoice, 0, null)
  addIntent(moment, invoice)
  return invoice
}

/** Uses the customer's credit first, and carries over credit and amounts too small to charge. */
function applyBalance(moment: Moment, draft: Invoice): Partial<Invoice> {
  const { balance } = moment.store.require('customer', draft.customer ?? '')
  const wanted = draft.total + balance
  const amount_due = wanted >= MINIMUM_CHARGE ? wanted : 0
  const ending_balance = wanted - amount_due
  applyToInvoice(moment, draft, ending_balance)
  return { starting_balance: balance, ending_balance, amount_due, amount_remaining: amount_due }
}

function nextNumber(store: ObjectStore, id: string): string {
  const { invoice_prefix, next_invoice_sequence = 1 } = store.require('customer', id)
  change(store, 'customer', id, { next_invoice_sequence: next_invoice_sequence + 1 })
  return `${invoice_prefix ?? 'INV'}-${String(next_invoice_sequence).padStart(4, '0')}`
}

function addIntent(moment: Moment, invoice: Invoice): void {
  const subscription = subscriptionOf(moment.store, invoice)
  const intent = newPaymentIntent(moment, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description: subscription ? describe(invoice) : 'Payment for Invoice',
    payment_method: payingMethod(moment.store, invoice.customer ?? '', subscription ?? null),
    setup_future_usage: subscription ? 'off_session' : null,
  })
  addPayment(moment, invoice, intent)
}

function describe({ billing_reason }: Invoice): string {
  return billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update'
}

type Collection = {
  onSession: boolean
  /** Replaces the default payment method. */
  method?: string | undefined
}

/** Tries once to pay an open invoice, and stores the resulting invoice and subscription. */
export function collectInvoice(moment: Moment, open: Invoice, { onSession, method }: Collection): Invoice {
  if (open.status !== 'open' && open.status !== 'uncollectible') throw notOpen(open, 'paid')
  const { store } = moment
  const intent = intentOfInvoice(store, open.id)
  if (intent === undefined) throw notOpen(open, 'paid')
  const usual = payingMethod(store, open.customer ?? '', subscriptionOf(store, open) ?? null)
  const known = isAttached(store, intent.payment_method, open.customer) ? intent.payment_method : null
  const payment_method = method ?? usual ?? known
  const ready = change(store, 'payment_intent', intent.id, { payment_method, next_action: null })
  if (!payment_method) return settle(moment, ready)
  return settle(moment, attemptPayment(moment, ready, { onSession }))
}

/** Applies a payment attempt's result to the intent's invoice, if it has one. */
export function settleIntent(moment: Moment, intent: Intent): void {
  const payment = paymentOfIntent(moment.store, intent.id)
  const invoice = moment.store.get('invoice', payment?.invoice)
  if (invoice?.status === 'open' || invoice?.status === 'uncollectible') settle(moment, intent, invoice)
}

function settle(moment: Moment, intent: Intent, known?: Invoice): Invoice {
  const { store } = moment
  const payment = paymentOfIntent(store, intent.id)
  const invoice = known ?? store.require('invoice', payment?.invoice ?? '')
  if (intent.status === 'succeeded') return paid(moment, invoice, intent.amount_received, intent.payment_method)
  return unpaid(moment, invoice, intent)
}

function paid(moment: Moment, invoice: Invoice, amount: number, method: string | null): Invoice {
  const done = markPaid(moment, invoice, amount, counted(moment, invoice))
  subscriptionPaid(moment, done, method)
  return done
}

function unpaid(moment: Moment, invoice: Invoice, intent: Intent): Invoice {
  const { store } = moment
  const attempts = counted(moment, invoice)
  const next = nextAttempt(invoice, attempts.attempt_count)
  const failed = change(store, 'invoice', invoice.id, { ...attempts, next_payment_attempt: next }, 'invoice.updated')
  if (intent.status === 'requires_action') store.emit('invoice.payment_action_required', failed)
  store.emit('invoice.payment_failed', failed)
  subscriptionUnpaid(moment, failed)
  const last = attempts.attempt_count > RETRY_DAYS.length
  const subscription = subscriptionOf(store, failed)
  if (last && subscription?.status === 'past_due') endSubscription(moment, subscription, 'payment_failed')
  return store.require('invoice', invoice.id)
}

/** Counts the first attempt, whatever caused it; after that, scheduled retries only. */
function counted({ now }: Moment, { attempt_count, next_payment_attempt }: Invoice) {
  const counts = attempt_count === 0 || (next_payment_attempt !== null && next_payment_attempt <= now)
  return { attempted: true, attempt_count: counts ? attempt_count + 1 : attempt_count }
}

function nextAttempt(invoice: Invoice, attempts: number): number | null {
  const days = RETRY_DAYS[attempts - 1]
  const from = invoice.status_transitions.finalized_at
  const tried = invoice.billing_reason !== 'subscription_create' && invoice.auto_advance === true
  return tried && days !== undefined && from !== null ? from + days * day : null
}
