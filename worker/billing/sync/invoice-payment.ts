import type Stripe from 'stripe'
import { expandableId } from '../stripe/expandable.ts'

/** An invoice and its payment; `intent` is null if nothing is to be paid. */
type InvoicePayment = { invoice: Stripe.Invoice; intent: Stripe.PaymentIntent | null }

/** Reads an invoice and its payment in two calls. */
export async function readInvoicePayment(
  stripe: Stripe,
  id: string,
  options: Stripe.RequestOptions = {},
): Promise<InvoicePayment> {
  const invoice = await stripe.invoices.retrieve(id, { expand: ['payments'] }, options)
  const { payment } = invoice.payments?.data.find(({ is_default }) => is_default) ?? {}
  const intent = expandableId(payment?.payment_intent)
  return { invoice, intent: intent ? await stripe.paymentIntents.retrieve(intent, {}, options) : null }
}

/** A bank refused to decide without the cardholder, who was not there or did not confirm. */
const NOT_CONFIRMED = ['authentication_required', 'payment_intent_authentication_failure']

/** Whether an open invoice waits for the cardholder to confirm its payment at the bank, also after a failed try. */
export function waitsForBank({ invoice, intent }: InvoicePayment): boolean {
  if (invoice.status !== 'open' || !intent) return false
  if (intent.status === 'requires_action') return true
  return intent.status === 'requires_payment_method' && NOT_CONFIRMED.includes(intent.last_payment_error?.code ?? '')
}
