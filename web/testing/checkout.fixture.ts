import type { Checkout, Offer, Plan } from '../../worker/contract/billing/checkout.ts'
import { SOLD_PLANS, type SoldPlan } from '../../worker/contract/tiers.ts'

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

/** For tests: a plan with both of its prices. */
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

/** For tests: the checkout data of a free user whose trial is used up. */
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
    campaign: null,
    ...offersOfAll(),
    ...fields,
  }
}

function offersOfAll(): Pick<Checkout, SoldPlan> {
  // Object.fromEntries loses the type of the names.
  return Object.fromEntries(SOLD_PLANS.map((sold) => [sold, offer(sold)])) as Pick<Checkout, SoldPlan>
}
