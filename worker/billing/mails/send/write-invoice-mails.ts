import type Stripe from 'stripe'
import { cardInWords } from '../../../contract/billing/card-words.ts'
import { invoicePath } from '../../../contract/billing/billing-overview.ts'
import { currencyNote, formatPrice } from '../../../contract/billing/price-format.ts'
import { PAST_DUE_GRACE } from '../../../entitlements/entitlement-rules.ts'
import type { MailPart } from '../../../messages/mails.ts'
import { expandableId, expandedObject } from '../../../stripe/expandable.ts'
import { creditUsedBy } from '../../credit/invoice-credit.ts'
import { readInvoicePayment, waitsForBank } from '../../sync/invoice-payment.ts'
import { payingCard } from '../../sync/paying-card.ts'
import {
  billingLink,
  cancelLink,
  cardLink,
  dayFor,
  isRunning,
  linkTo,
  planFor,
  readNextPayment,
  termsInWords,
  type Draft,
  type Material,
} from './mail-material.ts'

/**
 * After subscribing it repeats the terms, which Stripe's receipts do not: that first one is always ours. Waits until the
 * card of a trial is authenticated.
 */
export async function writeReceipt(given: Material): Promise<Draft> {
  const { stripe, row, held, ctx } = given
  const invoice = await stripe.invoices.retrieve(row.subject)
  if (invoice.status !== 'paid') return 'dropped'
  const first = invoice.billing_reason === 'subscription_create'
  if (first && held && (held.status === 'incomplete' || (held.status === 'trialing' && !held.card_authenticated))) {
    return 'wait'
  }
  const terms = first && held && isRunning(held) ? await writeTerms(given) : []
  if (invoice.total === 0 && terms.length === 0) return 'dropped'
  if (!first && ctx.settings.STRIPE_SENDS.includes('receipt')) return 'left_to_stripe'
  const isTrial = first && held?.status === 'trialing'
  const amount = formatPrice(invoice.amount_paid, invoice.currency)
  return {
    subject: isTrial
      ? `Your free trial of ${planFor(given)} has started`
      : `Your receipt from ${ctx.settings.PRODUCT_NAME}: ${amount}`,
    parts: [
      isTrial ? `Your free trial of ${planFor(given)} has started. You paid nothing.` : paidInWords(given, invoice),
      linkTo(given, 'See the receipt', invoicePath(row.subject)),
      ...terms,
      currencyNote(invoice.currency),
    ],
  }
}

function paidInWords(given: Material, invoice: Stripe.Invoice): string {
  const { amount_paid, total, currency, status_transitions, created } = invoice
  const money = (amount: number) => formatPrice(amount, currency)
  const day = dayFor(given, (status_transitions.paid_at ?? created) * 1000)
  if (total < 0) return `You paid nothing on ${day}: the change of your plan left ${money(-total)} of credit.`
  const credit = creditUsedBy(invoice)
  const rest = credit > 0 ? ` The total was ${money(total)}, and your credit paid ${money(credit)} of it.` : ''
  const later = total - amount_paid - credit
  const carried = later > 0 ? ` Your next payment takes the other ${money(later)}, too little to charge alone.` : ''
  return `You paid ${money(amount_paid)} for ${planFor(given)} on ${day}.${rest}${carried}`
}

/** Terms, price, renewal and how to cancel. */
async function writeTerms(given: Material): Promise<MailPart[]> {
  const { held } = given
  const next = await readNextPayment(given)
  if (!held || !next) return []
  const day = dayFor(given, next.at)
  const terms = termsInWords(held, held.currency)
  const renews = `It renews every ${held.payment_interval} until you cancel.`
  return [
    held.status === 'trialing'
      ? `Your trial ends on ${day}. Then your plan is ${terms}: we charge ${next.amount} to your ${next.card} on that day. ${renews}`
      : `Your plan is ${terms}. ${renews} The next payment is ${next.amount} on ${day}, from your ${next.card}.`,
    held.status === 'trialing'
      ? `If you cancel before ${day}, you pay nothing. You can cancel online at any time:`
      : 'You can cancel online at any time and keep what you have paid for:',
    cancelLink(given),
  ]
}

/** With the way to pay or to confirm, and the day on which Applets pause. */
export async function writeFailedPayment(given: Material): Promise<Draft> {
  const { stripe, row, held } = given
  if (!held || (held.status !== 'past_due' && held.status !== 'unpaid')) return 'dropped'
  const [payment, subscription] = await Promise.all([
    readInvoicePayment(stripe, row.subject),
    stripe.subscriptions.retrieve(row.subscription, { expand: ['default_payment_method'] }),
  ])
  const { invoice } = payment
  if (invoice.status !== 'open') return 'dropped'
  const card = await payingCard(stripe, subscription)
  const grace = held.past_due_since !== null && dayFor(given, held.past_due_since + PAST_DUE_GRACE)
  const sum = formatPrice(invoice.amount_remaining, invoice.currency)
  const by = card ? cardInWords(card) : 'card'
  const asks = waitsForBank(payment)
  return {
    subject: asks
      ? `Your bank wants you to confirm your payment for ${planFor(given)}`
      : `Your payment for ${planFor(given)} failed`,
    parts: [
      asks
        ? `Your bank wants you to confirm the payment of ${sum} for ${planFor(given)} from your ${by}.`
        : `We couldn't charge ${sum} for ${planFor(given)} to your ${by}.`,
      ...(grace && held.status === 'past_due'
        ? [
            `Please ${asks ? 'confirm' : 'pay'} by ${grace}. On that day you move to Free, and Applets over its limits pause.`,
          ]
        : []),
      asks ? billingLink(given, 'Confirm the payment') : cardLink(given, 'Change your card and pay'),
      currencyNote(invoice.currency),
    ],
  }
}

export async function writeRefund(given: Material): Promise<Draft> {
  const { stripe, row, ctx } = given
  const refund = await stripe.refunds.retrieve(row.subject, { expand: ['charge'] })
  if (refund.status === 'failed' || refund.status === 'canceled') return 'dropped'
  const charge = expandedObject(refund.charge)
  const invoice = charge && (await invoicePaidBy(stripe, charge))
  const { brand, last4 } = charge?.payment_method_details?.card ?? {}
  const sum = formatPrice(refund.amount, refund.currency)
  const of = charge
    ? ` of your payment of ${formatPrice(charge.amount, charge.currency)} on ${dayFor(given, charge.created * 1000)}`
    : ''
  return {
    subject: `Your refund from ${ctx.settings.PRODUCT_NAME}: ${sum}`,
    parts: [
      `We refunded ${sum}${of}.`,
      `It goes to your ${brand && last4 ? cardInWords({ brand, last4 }) : 'card'}. Your bank may need 5 to 10 days to show it.`,
      ...(invoice?.id ? [linkTo(given, 'See the receipt', invoicePath(invoice.id))] : []),
      currencyNote(refund.currency),
    ],
  }
}

/** The invoice that a charge paid; null for a payment without one. */
async function invoicePaidBy(
  stripe: Stripe,
  { payment_intent }: Pick<Stripe.Charge, 'payment_intent'>,
): Promise<Stripe.Invoice | null> {
  const intent = expandableId(payment_intent)
  if (!intent) return null
  const payment = { type: 'payment_intent' as const, payment_intent: intent }
  const { data } = await stripe.invoicePayments.list({ payment, expand: ['data.invoice'] })
  const paid = data[0]?.invoice
  return typeof paid === 'object' && !paid.deleted ? paid : null
}
