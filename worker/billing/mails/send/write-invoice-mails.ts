import type Stripe from 'stripe'
import { cardInWords } from '../../../contract/billing/card-words.ts'
import { currencyNote, formatPrice } from '../../../contract/billing/price-format.ts'
import { PLANS } from '../../../contract/tiers.ts'
import type { MailPart } from '../../../messages/mail/mails.ts'
import { expandableId, expandedObject } from '../../stripe/expandable.ts'
import { creditUsedBy } from '../../credit/invoice-credit.ts'
import { readInvoicePayment, waitsForBank } from '../../sync/invoice-payment.ts'
import { subscriptionEndsAt } from '../../overview/subscription-end.ts'
import { promotionsOf, PROMOTION_FIELDS } from '../../promotions/next-promotions.ts'
import { takesBack } from '../../reversals/lost-payments.ts'
import { payingCard } from '../../sync/paying-card.ts'
import { planOf } from '../../sync/subscription-from-stripe.ts'
import {
  billingLink,
  cancelLink,
  cardLink,
  dayFor,
  isRunning,
  receiptLink,
  planFor,
  type Draft,
  type Material,
} from './mail-material.ts'
import {
  chargeInWords,
  creditInWords,
  nextPaymentInWords,
  readNextPayment,
  termsInWords,
  termsThen,
} from './next-payment.ts'
import { PAST_DUE_GRACE } from '../../../contract/limits.ts'
import { readCatalogue } from '../../../db/billing/price-catalog.ts'

/**
 * After subscribing it repeats the terms. Waits until the card of a trial is authenticated. Without a charge it is a
 * statement.
 */
export async function writeReceipt(given: Material): Promise<Draft> {
  const { stripe, row, held, ctx } = given
  const invoice = await stripe.invoices.retrieve(row.subject, { expand: PROMOTION_FIELDS })
  if (invoice.status !== 'paid') return 'dropped'
  const { billing_reason, amount_paid, currency } = invoice
  const first = billing_reason === 'subscription_create'
  if (first && held && (held.status === 'incomplete' || (held.status === 'trialing' && !held.card_authenticated))) {
    return 'wait'
  }
  const terms = first && held && isRunning(held) ? await writeTerms(given) : []
  if (invoice.total === 0 && terms.length === 0 && billing_reason !== 'subscription_cycle') return 'dropped'
  const isTrial = first && amount_paid === 0 && held?.status === 'trialing'
  const plan = await planOfInvoice(given, invoice)
  const product = ctx.settings.PRODUCT_NAME
  return {
    subject: isTrial
      ? `Your free trial of ${plan} has started`
      : amount_paid > 0
        ? `Your receipt from ${product}: ${formatPrice(amount_paid, currency)}`
        : `Your statement from ${product} for ${plan}`,
    parts: [
      isTrial ? `Your free trial of ${plan} has started. You paid nothing.` : paidInWords(given, invoice, plan),
      ...receiptLink(given, amount_paid > 0 ? 'See the receipt' : 'See the statement', row.subject),
      ...terms,
      currencyNote(currency),
    ],
  }
}

/** "Switchyard Pro": the plan that the invoice is for, whatever its user has by now. */
async function planOfInvoice(given: Material, { lines }: Stripe.Invoice): Promise<string> {
  // A line that takes off unused time is of the plan before, and so is one that takes some of it back.
  const bought = lines.data.filter((line) => line.amount >= 0 && !takesBack(line))
  const [line] = bought.toSorted((a, b) => b.period.end - a.period.end)
  const { price, product } = line?.pricing?.price_details ?? {}
  const catalogue = price && product ? await readCatalogue(given.ctx) : []
  const plan = price && product && planOf({ id: expandableId(price) ?? '', product }, catalogue)
  return plan ? `${given.ctx.settings.PRODUCT_NAME} ${PLANS[plan.tier].name}` : planFor(given)
}

function paidInWords(given: Material, invoice: Stripe.Invoice, plan: string): string {
  const { amount_paid, total, currency, status_transitions, created } = invoice
  const money = (amount: number) => formatPrice(amount, currency)
  const day = dayFor(given, (status_transitions.paid_at ?? created) * 1000)
  if (total < 0) return `You paid nothing on ${day}: the change of your plan left ${money(-total)} of credit.`
  const credit = creditUsedBy(invoice)
  const later = total - amount_paid - credit
  const carried = carriedInWords(later, money(Math.abs(later)))
  if (amount_paid > 0) {
    const rest = credit > 0 ? ` The total was ${money(total)}, and your credit paid ${money(credit)} of it.` : ''
    return `You paid ${money(amount_paid)} for ${plan} on ${day}.${rest}${carried}`
  }
  if (credit > 0) return `Your credit paid ${money(credit)} for ${plan} on ${day}. Your card was not charged.${carried}`
  const names = promotionsOf(invoice).map(({ name }) => name)
  const free =
    total === 0 && names.length > 0 ? `: ${new Intl.ListFormat('en-US').format(names)} took off the whole price` : ''
  return `You paid nothing for ${plan} on ${day}${free}.${carried}`
}

/** `later`: what this payment leaves to the next one, below zero what an earlier one left to it; `sum`: the same in words. */
function carriedInWords(later: number, sum: string): string {
  if (later === 0) return ''
  return later > 0
    ? ` Your next payment takes the other ${sum}, too little to charge alone.`
    : ` It includes ${sum} that was too little to charge alone before.`
}

/** Terms, price, renewal and how to cancel; nothing of a plan that is to end. */
async function writeTerms(given: Material): Promise<MailPart[]> {
  const { held } = given
  const next = await readNextPayment(given)
  if (!held || !next || subscriptionEndsAt(held) !== null) return []
  const day = dayFor(given, next.charge.at)
  const plan = termsThen(held, next)
  const terms = termsInWords(given, plan, held.currency, next)
  const renews = `It renews every ${plan.payment_interval} until you cancel.`
  return [
    held.status === 'trialing'
      ? `Your trial ends on ${day}, and on that day ${chargeInWords(next)}.${creditInWords(next)} Then your plan is ${terms}. ${renews}`
      : `Your plan is ${terms}. ${renews} ${nextPaymentInWords(given, next)}`,
    held.status === 'trialing'
      ? `If you cancel before ${day}, you pay nothing. You can cancel online at any time:`
      : 'You can cancel online at any time and keep what you have paid for:',
    cancelLink(given),
  ]
}

/** With the way to pay or to confirm, and the day on which Applets pause; not to a user whose account is being deleted. */
export async function writeFailedPayment(given: Material): Promise<Draft> {
  const { stripe, row, held, user } = given
  if (user.deletes_at !== null || !held || (held.status !== 'past_due' && held.status !== 'unpaid')) return 'dropped'
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
      ...(grace
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
      ...(invoice?.id ? receiptLink(given, 'See the receipt', invoice.id) : []),
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
