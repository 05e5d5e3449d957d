import type Stripe from 'stripe'
import { ERRORS } from '../../contract/errors.ts'
import { expandableId, expandedObject } from '../stripe/expandable.ts'
import { cardRefusal } from '../stripe/stripe-problem.ts'
import type { StoredRefusal, AttemptAtStripe } from '../../db/billing/subscribe-attempts.ts'
import { hasEnded } from '../../contract/billing/subscription-status.ts'

/** The fields that every read of a subscription expands. */
export const SUBSCRIPTION_EXPAND = [
  'latest_invoice.confirmation_secret',
  'latest_invoice.payments',
  'pending_setup_intent',
]

/**
 * The status that decides what a subscription grants. Nothing was ever paid for one whose first invoice is void, so it
 * counts as incomplete, whatever Stripe calls it. Needs `latest_invoice` expanded.
 */
export function effectiveStatus(subscription: Stripe.Subscription): Stripe.Subscription['status'] {
  if (!isFirstInvoiceVoid(subscription)) return subscription.status
  return hasEnded(subscription) ? 'incomplete_expired' : 'incomplete'
}

/** A later void invoice, such as a renewal's that an operator forgave, takes nothing away. */
function isFirstInvoiceVoid({ latest_invoice }: Stripe.Subscription): boolean {
  const invoice = expandedObject(latest_invoice)
  return invoice?.status === 'void' && invoice.billing_reason === 'subscription_create'
}

/**
 * The outcome of a subscribe attempt at Stripe. `live`: the subscription works; `awaiting`: the buyer has yet to
 * confirm, or the bank to answer; `declined`: the card was declined or the invoice voided, and the subscription should
 * be abandoned; `over`: it has ended.
 */
type PaymentOutcome = { kind: 'live' } | { kind: 'awaiting' } | { kind: 'declined' | 'over'; refusal: StoredRefusal }

export function paymentOutcome(subscription: Stripe.Subscription, intent: Stripe.PaymentIntent | null): PaymentOutcome {
  const setup = expandedObject(subscription.pending_setup_intent)
  switch (effectiveStatus(subscription)) {
    case 'incomplete':
      if (isFirstInvoiceVoid(subscription)) {
        return { kind: 'declined', refusal: refusalFor(intent?.last_payment_error ?? null) }
      }
      return intent?.status === 'requires_payment_method'
        ? { kind: 'declined', refusal: refusalFor(intent.last_payment_error ?? {}) }
        : { kind: 'awaiting' }
    case 'trialing':
      if (isCardAuthenticated(subscription)) return { kind: 'live' }
      return setup?.status === 'requires_payment_method' || setup?.status === 'canceled'
        ? { kind: 'declined', refusal: refusalFor(setup.last_setup_error ?? {}) }
        : { kind: 'awaiting' }
    case 'incomplete_expired':
    case 'canceled':
      return { kind: 'over', refusal: refusalFor(intent?.last_payment_error ?? setup?.last_setup_error ?? null) }
    default:
      return { kind: 'live' }
  }
}

/** The attempt that made the subscription: every sync finishes what a crash or an absent buyer left open. */
export function attemptBehind(subscription: Stripe.Subscription): AttemptAtStripe[] {
  const { op } = subscription.metadata
  return op ? [{ id: op, ...stateOf(subscription), stripe_subscription_id: subscription.id }] : []
}

function stateOf(subscription: Stripe.Subscription): Pick<AttemptAtStripe, 'state' | 'refusal'> {
  // Without the payment intent a decline looks like waiting; `closeAttempt` has the intent.
  const outcome = paymentOutcome(subscription, null)
  switch (outcome.kind) {
    case 'live':
      return { state: 'succeeded' }
    case 'over':
      return { state: 'refused', refusal: outcome.refusal }
    default:
      return { state: 'awaiting' }
  }
}

/** Uses the bank's message; without an error, the buyer never confirmed. */
function refusalFor(error: { message?: string; decline_code?: string } | null): StoredRefusal {
  if (!error) return { code: 'payment_failed', message: ERRORS.payment_failed[1] }
  const { message = ERRORS.card_declined[1], decline_code } = error
  return { code: 'card_declined', ...cardRefusal({ message, decline_code }) }
}

/** A trial entitles only once its card is authenticated. */
export function isCardAuthenticated({ pending_setup_intent }: Stripe.Subscription): boolean {
  return pending_setup_intent === null || expandedObject(pending_setup_intent)?.status === 'succeeded'
}

/** A trial with an authenticated card counts as used, however it ended. */
export function hadTrial(subscription: Stripe.Subscription): boolean {
  const begun = !['incomplete', 'incomplete_expired'].includes(effectiveStatus(subscription))
  return begun && subscription.trial_start !== null && isCardAuthenticated(subscription)
}

/** The payment intent of the latest invoice; null if it costs nothing or is a draft. */
export function intentIdOf(subscription: Stripe.Subscription): string | null {
  const payments = expandedObject(subscription.latest_invoice)?.payments?.data ?? []
  const chosen = payments.find(({ is_default }) => is_default) ?? payments[0]
  return expandableId(chosen?.payment.payment_intent)
}
