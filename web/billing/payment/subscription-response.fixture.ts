import type { SubscriptionResponse } from '../../../worker/contract/billing/checkout.ts'
import type { Order } from './payment-flow.ts'

/** For tests: the server's response about a subscription. */
export function subscription(fields: Partial<SubscriptionResponse> = {}): SubscriptionResponse {
  const no = { minimum_tier: 'pro', permitted: false } as const
  return {
    subscription_id: 'sub_1',
    status: 'active',
    payment_interval: 'month',
    price_in_cents: 349,
    product_id: 'prod_intermediate_pro',
    pending_setup_intent: null,
    latest_invoice: null,
    permissions: { multi_action: no, multi_service_account: no, queries: no, filter_code: no },
    error: null,
    errors: [],
    ...fields,
  }
}

/** For tests: a response whose invoice has a payment intent in this status. */
export function withIntent(status: string): SubscriptionResponse {
  const payment_intent = { status, client_secret: 'pi_1_secret', payment_method: 'pm_1' }
  return subscription({ status: 'incomplete', latest_invoice: { payment_intent } })
}

export const order: Order = {
  plan_id: 'intermediate_pro',
  product_id: 'prod_intermediate_pro',
  promo_code: null,
  trial: false,
  price: { price_type: 'monthly', price_in_cents: 349, currency: 'usd' },
}
