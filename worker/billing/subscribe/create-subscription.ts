import type Stripe from 'stripe'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import { expandableId, expandedObject } from '../stripe/expandable.ts'
import { passStoredFailures } from '../stripe/make-once.ts'
import { ignoreDefiniteRefusal, isMissingAtStripe, isTooManyRequests, stripeProblem } from '../stripe/stripe-problem.ts'
import { SUBSCRIPTION_EXPAND, intentIdOf, isCardAuthenticated, effectiveStatus } from '../sync/payment-outcome.ts'
import { saveTaxLocation } from '../tax/tax-location.ts'
import type { SubscribeAttempt } from '../../db/billing/subscribe-attempts.ts'

/** A subscription and the payment it waits for; read with at most two calls. */
export type SubscriptionWithIntent = { subscription: Stripe.Subscription; intent: Stripe.PaymentIntent | null }

export async function readWithIntent(stripe: Stripe, id: string): Promise<SubscriptionWithIntent> {
  return withIntent(stripe, await stripe.subscriptions.retrieve(id, { expand: SUBSCRIPTION_EXPAND }))
}

async function withIntent(stripe: Stripe, subscription: Stripe.Subscription): Promise<SubscriptionWithIntent> {
  const open = !['active', 'trialing'].includes(effectiveStatus(subscription))
  const id = open ? intentIdOf(subscription) : null
  return { subscription, intent: id ? await stripe.paymentIntents.retrieve(id) : null }
}

/** The subscription that an attempt created at Stripe, if any; the response may have been lost. */
export async function findCreated(
  stripe: Stripe,
  attempt: SubscribeAttempt,
  customer: string,
): Promise<SubscriptionWithIntent | null> {
  if (attempt.stripe_subscription_id) return readWithIntent(stripe, attempt.stripe_subscription_id)
  const all = await stripe.subscriptions
    .list({ customer, status: 'all', limit: 100, expand: SUBSCRIPTION_EXPAND.map((path) => `data.${path}`) })
    .autoPagingToArray({ limit: 1000 })
    .catch((error: unknown) => {
      if (isMissingAtStripe(error)) return []
      throw error
    })
  const made = all.find(({ metadata }) => metadata['op'] === attempt.id)
  return made ? withIntent(stripe, made) : null
}

/**
 * Creates the attempt's subscription. The same attempt sends the same params with the same key. Throws what Stripe's
 * client throws, and `payment_not_sent` if Stripe did nothing, so that another attempt need not wait for this one.
 */
export async function createSubscription(
  stripe: Stripe,
  attempt: SubscribeAttempt,
  customer: string,
  tried: boolean,
): Promise<SubscriptionWithIntent> {
  let sent = 0
  const count = ({ idempotency_key }: Stripe.RequestEvent) => {
    if (idempotency_key === attempt.id) sent += 1
  }
  stripe.on('request', count)
  try {
    return await sendSubscription(stripe, attempt, customer, tried)
  } catch (error) {
    // After a request without a response, the limiter says nothing about that one.
    if (tried || sent > 1 || !isTooManyRequests(error)) throw error
    log('warn', 'stripe_refused', { operation: attempt.id, status: 429 })
    throw new AppError('payment_not_sent', { cause: error })
  } finally {
    stripe.off('request', count)
  }
}

async function sendSubscription(
  stripe: Stripe,
  attempt: SubscribeAttempt,
  customer: string,
  tried: boolean,
): Promise<SubscriptionWithIntent> {
  const { payment_method, balance: shown } = attempt.request
  await attachPaymentMethod(stripe, payment_method, customer)
  const invoice_settings = { default_payment_method: payment_method }
  const { balance } = await stripe.customers.update(customer, { invoice_settings })
  if (shown !== undefined && shown !== balance) throw new AppError('conflict', { message: SENTENCES.amount_changed })
  await saveTaxLocation(stripe, customer, attempt.request.tax)
  const wanted = createParams(attempt, customer)
  return passStoredFailures(async (nth) => {
    const found = nth ? await findCreated(stripe, attempt, customer) : null
    if (found) return found
    const made = await stripe.subscriptions.create(wanted, { idempotencyKey: attempt.id + nth })
    // A replayed response is out of date.
    return tried || nth ? readWithIntent(stripe, made.id) : withIntent(stripe, made)
  })
}

/** Stripe may refuse to attach a card again, even to the same customer. */
async function attachPaymentMethod(stripe: Stripe, payment_method: string, customer: string): Promise<void> {
  try {
    await stripe.paymentMethods.attach(payment_method, { customer })
  } catch (error) {
    if (stripeProblem(error)?.type !== 'StripeInvalidRequestError') throw error
    const method = await stripe.paymentMethods.retrieve(payment_method)
    if (expandableId(method.customer) !== customer) throw error
  }
}

function createParams({ id, user_id, request }: SubscribeAttempt, customer: string): Stripe.SubscriptionCreateParams {
  const { price, payment_method, promotion_code, trial_days } = request
  // Only with tax, so that an attempt from before it repeats as it was.
  const taxed = request.tax && { tax_behavior: 'inclusive' as const }
  return {
    customer,
    items: [typeof price === 'string' ? { price } : { price_data: { ...priceData(price), ...taxed } }],
    default_payment_method: payment_method,
    payment_behavior: 'allow_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    ...(trial_days > 0 && {
      trial_period_days: trial_days,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
    }),
    ...(request.tax && { automatic_tax: { enabled: true } }),
    // With a trial, the promotion is given later: the trial's $0 invoice may use up a coupon that applies once.
    ...(promotion_code && trial_days === 0 && { discounts: [{ promotion_code }] }),
    metadata: { op: id, user_id },
    expand: SUBSCRIPTION_EXPAND,
  }
}

function priceData(price: Exclude<SubscribeAttempt['request']['price'], string>) {
  const { product, currency, interval, amount } = price
  return { product, currency, unit_amount: amount, recurring: { interval } }
}

/**
 * Cancels a subscription unless its invoice is paid, so that it cannot be paid anymore. Voids the invoice first, which
 * Stripe refuses if the payment has just come in. Returns the resulting state.
 */
export async function abandonSubscription(
  stripe: Stripe,
  { subscription }: SubscriptionWithIntent,
): Promise<SubscriptionWithIntent> {
  const { id, status } = subscription
  const invoice = expandableId(subscription.latest_invoice)
  const setup = expandableId(subscription.pending_setup_intent)
  if (status === 'incomplete' && invoice) await ignoreDefiniteRefusal(stripe.invoices.voidInvoice(invoice))
  const now = await stripe.subscriptions.retrieve(id, { expand: SUBSCRIPTION_EXPAND })
  if (await isUnpaid(stripe, now)) await ignoreDefiniteRefusal(stripe.subscriptions.cancel(id))
  if (setup && status === 'trialing') await ignoreDefiniteRefusal(stripe.setupIntents.cancel(setup))
  return readWithIntent(stripe, id)
}

/** A trial is unpaid until its card is authenticated, though its first invoice costs nothing. */
async function isUnpaid(stripe: Stripe, subscription: Stripe.Subscription): Promise<boolean> {
  const status = effectiveStatus(subscription)
  if (status === 'trialing') return !isCardAuthenticated(subscription)
  if (status !== 'incomplete') return false
  const invoice = expandedObject(subscription.latest_invoice)?.status
  if (invoice === 'void' || invoice === 'paid') return invoice === 'void'
  // Stripe did not void the invoice: the bank may be about to answer.
  const { intent } = await withIntent(stripe, subscription)
  return intent?.status !== 'processing' && intent?.status !== 'succeeded'
}
