import type Stripe from 'stripe'
import type { SubscriptionResponse } from '../../contract/billing/checkout.ts'
import { permissionsOf } from '../../contract/billing/permissions.ts'
import type { Tier } from '../../contract/tiers.ts'
import { expandableId, expandedObject } from '../stripe/expandable.ts'
import { effectiveStatus } from '../sync/payment-outcome.ts'

/** §3 Subscription response: only these fields of what Stripe answers. */
export function toSubscriptionResponse(
  subscription: Stripe.Subscription,
  intent: Stripe.PaymentIntent | null,
  tier: Tier,
): SubscriptionResponse {
  const price = subscription.items.data[0]?.price
  const invoice = expandedObject(subscription.latest_invoice)
  return {
    subscription_id: subscription.id,
    status: effectiveStatus(subscription),
    payment_interval: price?.recurring?.interval === 'year' ? 'year' : 'month',
    price_in_cents: price?.unit_amount ?? 0,
    product_id: expandableId(price?.product) ?? '',
    pending_setup_intent: pendingSetup(subscription),
    latest_invoice: invoice && { payment_intent: paymentOf(subscription, invoice, intent) },
    permissions: permissionsOf(tier),
    error: null,
    errors: [],
  }
}

const UNCONFIRMED = ['requires_action', 'requires_confirmation', 'requires_payment_method']

function pendingSetup({ pending_setup_intent }: Stripe.Subscription) {
  const setup = expandedObject(pending_setup_intent)
  return setup?.client_secret && UNCONFIRMED.includes(setup.status) ? { client_secret: setup.client_secret } : null
}

/** The intent is null when it does not matter; a paid invoice implies that its payment succeeded. */
function paymentOf(subscription: Stripe.Subscription, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent | null) {
  const client_secret = invoice.confirmation_secret?.client_secret ?? intent?.client_secret
  const status = intent?.status ?? (invoice.status === 'paid' ? 'succeeded' : null)
  if (!client_secret || !status) return null
  const card = expandableId(intent?.payment_method) ?? expandableId(intent?.last_payment_error?.payment_method)
  return { status, client_secret, payment_method: card ?? expandableId(subscription.default_payment_method) }
}
