import type { SubscriptionResponse } from '../../../worker/contract/billing/checkout.ts'

/** The intent that Stripe must confirm before the subscription counts. `payment_method`: null when the intent has one. */
export type Intent = { of: 'setup' | 'payment'; client_secret: string; payment_method: string | null }

/** `requires_source_action` is the old name of `requires_action` (§4.1.2). */
const ACTION = ['requires_action', 'requires_source_action']

/**
 * The open intent, if any: the pending setup intent, or the payment intent that needs the buyer (§4.1.2).
 * `method`: the payment method of the request.
 */
export function intentOf(
  { pending_setup_intent, latest_invoice }: SubscriptionResponse,
  method: string,
): Intent | null {
  if (pending_setup_intent) {
    return { of: 'setup', client_secret: pending_setup_intent.client_secret, payment_method: method }
  }
  const payment = latest_invoice?.payment_intent
  if (!payment) return null
  const { status, client_secret, payment_method } = payment
  if (ACTION.includes(status)) return { of: 'payment', client_secret, payment_method: null }
  if (status !== 'requires_confirmation') return null
  return { of: 'payment', client_secret, payment_method: payment_method ?? method }
}
