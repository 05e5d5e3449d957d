import type Stripe from 'stripe'
import { idOf, expandedOf } from '../../stripe/expandable.ts'
import { definiteRefusal, isMissingAtStripe, stripeProblem } from '../../stripe/stripe-problem.ts'
import { SUBSCRIPTION_EXPAND, intentIdOf, isCardAuthenticated } from '../sync/payment-outcome.ts'
import type { SubscribeAttempt } from './subscribe-attempt.ts'

const HOUR = 3_600_000
/** Stripe knows an idempotency key for 24 hours; from then on it would charge again. */
export const IDEMPOTENCY_KEY_LIFE = 23 * HOUR

/** A subscription and the payment that it waits for, as far as that matters: two calls at most. */
export type SubscriptionWithIntent = { subscription: Stripe.Subscription; intent: Stripe.PaymentIntent | null }

export async function readWithIntent(stripe: Stripe, id: string): Promise<SubscriptionWithIntent> {
  return withIntent(stripe, await stripe.subscriptions.retrieve(id, { expand: SUBSCRIPTION_EXPAND }))
}

export async function withIntent(stripe: Stripe, subscription: Stripe.Subscription): Promise<SubscriptionWithIntent> {
  const open = !['active', 'trialing'].includes(subscription.status)
  const id = open ? intentIdOf(subscription) : null
  return { subscription, intent: id ? await stripe.paymentIntents.retrieve(id) : null }
}

/** What an operation has made at Stripe, if anything: its answer may never have reached us. */
export async function findCreated(
  stripe: Stripe,
  operation: SubscribeAttempt,
  customer: string,
): Promise<SubscriptionWithIntent | null> {
  if (operation.stripe_subscription_id) return readWithIntent(stripe, operation.stripe_subscription_id)
  const all = await stripe.subscriptions
    .list({ customer, status: 'all', limit: 100, expand: SUBSCRIPTION_EXPAND.map((path) => `data.${path}`) })
    .autoPagingToArray({ limit: 1000 })
    .catch((error: unknown) => {
      if (isMissingAtStripe(error)) return []
      throw error
    })
  const made = all.find(({ metadata }) => metadata['op'] === operation.id)
  return made ? withIntent(stripe, made) : null
}

/** Asks Stripe for what the operation wants. The same operation asks in the same words with the same key. */
export async function createSubscription(
  stripe: Stripe,
  operation: SubscribeAttempt,
  customer: string,
  tried: boolean,
): Promise<SubscriptionWithIntent> {
  const { payment_method } = operation.request
  await attachPaymentMethod(stripe, payment_method, customer)
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: payment_method } })
  const wanted = createParams(operation, customer)
  for (const nth of ['', ':2', ':3']) {
    try {
      const made = await stripe.subscriptions.create(wanted, { idempotencyKey: operation.id + nth })
      // What is answered a second time is what was true the first time.
      return tried || nth ? await readWithIntent(stripe, made.id) : await withIntent(stripe, made)
    } catch (error) {
      if (!isStoredFailure(error)) throw error
      // Stripe keeps even a failure of its own for the key. It says nothing of what was done, so that is looked up.
      const made = await findCreated(stripe, operation, customer)
      if (made) return made
    }
  }
  throw new Error('Stripe keeps failing.')
}

/** Stripe may refuse to attach what is attached already, to the same customer too. */
async function attachPaymentMethod(stripe: Stripe, payment_method: string, customer: string): Promise<void> {
  try {
    await stripe.paymentMethods.attach(payment_method, { customer })
  } catch (error) {
    if (stripeProblem(error)?.type !== 'StripeInvalidRequestError') throw error
    const method = await stripe.paymentMethods.retrieve(payment_method)
    if (idOf(method.customer) !== customer) throw error
  }
}

function isStoredFailure(error: unknown): boolean {
  const problem = stripeProblem(error)
  return Boolean(problem?.replayed && (problem.status ?? 0) >= 500)
}

function createParams({ id, user_id, request }: SubscribeAttempt, customer: string): Stripe.SubscriptionCreateParams {
  const { price, payment_method, promotion_code, trial_days } = request
  return {
    customer,
    items: [typeof price === 'string' ? { price } : { price_data: priceData(price) }],
    default_payment_method: payment_method,
    payment_behavior: 'allow_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    ...(trial_days > 0 && {
      trial_period_days: trial_days,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
    }),
    ...(promotion_code && { discounts: [{ promotion_code }] }),
    metadata: { op: id, user_id },
    expand: SUBSCRIPTION_EXPAND,
  }
}

function priceData(price: Exclude<SubscribeAttempt['request']['price'], string>) {
  const { product, currency, interval, amount } = price
  return { product, currency, unit_amount: amount, recurring: { interval } }
}

/**
 * Takes back what was begun and not paid, so that it can not be paid any more: its invoice is voided first, which Stripe
 * refuses where it was paid in that very moment. Gives what there is then.
 */
export async function abandonSubscription(
  stripe: Stripe,
  { subscription }: SubscriptionWithIntent,
): Promise<SubscriptionWithIntent> {
  const { id, status } = subscription
  const invoice = idOf(subscription.latest_invoice)
  const setup = idOf(subscription.pending_setup_intent)
  if (status === 'incomplete' && invoice) await unlessRefused(stripe.invoices.voidInvoice(invoice))
  const now = await stripe.subscriptions.retrieve(id, { expand: SUBSCRIPTION_EXPAND })
  const voided = expandedOf(now.latest_invoice)?.status === 'void'
  const unproven = now.status === 'trialing' && !isCardAuthenticated(now)
  if (unproven || (now.status === 'incomplete' && voided)) await unlessRefused(stripe.subscriptions.cancel(id))
  if (setup && status === 'trialing') await unlessRefused(stripe.setupIntents.cancel(setup))
  return readWithIntent(stripe, id)
}

/** A definite no is an answer too: it is over already, or paid. */
async function unlessRefused(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    if (!definiteRefusal(error)) throw error
  })
}
