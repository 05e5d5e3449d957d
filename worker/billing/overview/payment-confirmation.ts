import type { Ctx } from '../../system/context/context.ts'
import type { ConfirmAnswer } from '../../contract/billing/billing-overview.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { expandableId } from '../stripe/expandable.ts'
import { withPaymentRefusals } from '../stripe/stripe-problem.ts'
import { loadStripeBillingCustomer, type StripeBillingCustomer } from '../customer/billing-customer.ts'
import { readInvoicePayment, waitsForBank } from '../sync/invoice-payment.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { readBilling } from './read-billing.ts'
import { hasEnded } from '../../contract/billing/subscription-status.ts'

/**
 * POST /api/billing/confirm_payment: what the cardholder has to confirm of the renewal that is owed (§4.1.2), and after
 * that, how it ended. Charges nothing itself. Throws `conflict` if the plan has ended or nothing is owed, and
 * `card_declined` if only another card can pay.
 */
export async function confirmPayment(ctx: Ctx): Promise<ConfirmAnswer> {
  const billingCustomer = await loadStripeBillingCustomer(ctx)
  return withPaymentRefusals(() => answerFor(ctx, billingCustomer))
}

async function answerFor(ctx: Ctx, { customer, subscription_id }: StripeBillingCustomer): Promise<ConfirmAnswer> {
  const stripe = await ctx.stripe()
  const subscription = await stripe.subscriptions.retrieve(subscription_id)
  const owed = expandableId(subscription.latest_invoice)
  if (hasEnded(subscription) || !owed) {
    await syncCustomer(ctx, customer)
    throw new AppError('conflict', { message: SENTENCES.plan_ended })
  }
  const payment = await readInvoicePayment(stripe, owed)
  const { invoice, intent } = payment
  if (waitsForBank(payment) && intent?.client_secret) {
    // A failed try takes the card off the payment.
    const payment_method = intent.status === 'requires_action' ? null : intent.last_payment_error?.payment_method?.id
    return { kind: 'confirm', client_secret: intent.client_secret, payment_method: payment_method ?? null }
  }
  await syncCustomer(ctx, customer)
  const { amount_paid: amount, currency } = invoice
  if (invoice.status === 'paid') return { kind: 'paid', amount, currency, billing: await readBilling(ctx) }
  if (invoice.status !== 'open') throw new AppError('conflict', { message: SENTENCES.plan_changed })
  if (intent?.status === 'processing' || intent?.status === 'succeeded') {
    return { kind: 'settling', billing: await readBilling(ctx) }
  }
  const { message } = intent?.last_payment_error ?? {}
  throw new AppError('card_declined', { attribute: 'payment_method', ...(message && { message }) })
}
