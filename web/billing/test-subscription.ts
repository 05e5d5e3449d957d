import type { Checkout, Offer, Plan, SoldPlan, SubscriptionResponse } from '../../worker/contract/checkout.ts'
import type { Order } from './payment-flow.ts'

/** For tests: what the server answers about a subscription. */
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

/** For tests: an answer whose invoice has a payment intent in this status. */
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

function plan(tier: SoldPlan, interval: 'month' | 'year', amount: number, monthly: string): Plan {
  const local_price_formatted = `$${(amount / 100).toFixed(2)}`
  return {
    amount,
    currency: 'usd',
    interval,
    local_price_formatted,
    local_price_formatted_monthly: monthly,
    product_id: `prod_${tier}`,
    plan_id: tier,
    tier,
  }
}

export function offer(tier: SoldPlan, fields: Partial<Offer> = {}): Offer {
  const [month, year, monthly] = tier === 'pro' ? [999, 9999, '$8.33'] : [349, 3499, '$2.92']
  return {
    product_id: `prod_${tier}`,
    tier,
    plan_id: tier,
    monthly_plan: plan(tier, 'month', month, `$${(month / 100).toFixed(2)}`),
    yearly_plan: plan(tier, 'year', year, monthly),
    assets: { logo: '/logo.svg', badge: '/badge.svg' },
    ...fields,
  }
}

export function checkout(fields: Partial<Checkout> = {}): Checkout {
  return {
    user_id: 'usr_1',
    email: 'ada@example.com',
    eligible_for_trial: false,
    eligible_trial_period: 7,
    student: false,
    browser_type: 'chrome',
    create_stripe_customer_url: '/api/customers',
    subscriptions_path: '/api/subscriptions',
    publishable_key: 'pk_test_1',
    stripe_js_url: null,
    held: null,
    pro: offer('pro'),
    intermediate_pro: offer('intermediate_pro'),
    ...fields,
  }
}
