import type Stripe from 'stripe'
import { ERRORS } from '../../contract/errors.ts'
import { expandableId, expandedObject } from '../stripe/expandable.ts'
import { cardRefusal } from '../stripe/stripe-problem.ts'
import { effectiveStatus, isFirstInvoiceVoid } from './effective-status.ts'
import type { StoredRefusal } from '../../db/billing/subscribe-attempts.ts'

/** The fields that every read of a subscription expands. */
export const SUBSCRIPTION_EXPAND = [
  'latest_invoice.confirmation_secret',
  'latest_invoice.payments',
  'pending_setup_intent',
]

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
