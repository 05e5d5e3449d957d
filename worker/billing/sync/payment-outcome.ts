import type Stripe from 'stripe'
import { ERRORS } from '../../contract/errors.ts'
import { idOf, expandedOf } from '../../stripe/expandable.ts'
import { cardRefusal } from '../../stripe/stripe-problem.ts'
import type { StoredRefusal } from '../../db/schema/billing.ts'

/** What every reading of a subscription asks Stripe to put in (handbook on Stripe, §1.2). */
export const SUBSCRIPTION_EXPAND = [
  'latest_invoice.confirmation_secret',
  'latest_invoice.payments',
  'pending_setup_intent',
]

/**
 * What became of a subscribe, as Stripe tells it:
 * `live`: it is there; `awaiting`: its buyer has yet to confirm, or the bank to answer; `declined`: the card was
 * refused and what was begun is to be given up; `over`: it has ended.
 */
export type PaymentOutcome =
  | { kind: 'live' }
  | { kind: 'awaiting' }
  | { kind: 'declined' | 'over'; refusal: StoredRefusal }

export function paymentOutcome(subscription: Stripe.Subscription, intent: Stripe.PaymentIntent | null): PaymentOutcome {
  const setup = expandedOf(subscription.pending_setup_intent)
  switch (subscription.status) {
    case 'incomplete':
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

/** In the words of the bank; without any its buyer never answered. */
function refusalFor(error: { message?: string; decline_code?: string } | null): StoredRefusal {
  if (!error) return { code: 'payment_failed', message: ERRORS.payment_failed[1] }
  const { message = ERRORS.card_declined[1], decline_code } = error
  return { code: 'card_declined', ...cardRefusal({ message, decline_code }) }
}

/** A trial entitles only once Stripe has nothing more to ask of its card (§D3.3). */
export function isCardAuthenticated({ pending_setup_intent }: Stripe.Subscription): boolean {
  return pending_setup_intent === null || expandedOf(pending_setup_intent)?.status === 'succeeded'
}

/** A trial that its card was good for: it is had, whatever became of it. */
export function hadTrial(subscription: Stripe.Subscription): boolean {
  const begun = subscription.status !== 'incomplete' && subscription.status !== 'incomplete_expired'
  return begun && subscription.trial_start !== null && isCardAuthenticated(subscription)
}

/** The payment of the newest invoice; null where it costs nothing or has not been finalised. */
export function intentIdOf(subscription: Stripe.Subscription): string | null {
  const payments = expandedOf(subscription.latest_invoice)?.payments?.data ?? []
  const chosen = payments.find(({ is_default }) => is_default) ?? payments[0]
  return idOf(chosen?.payment.payment_intent)
}
