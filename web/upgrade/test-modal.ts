import type { UpgradeDetails } from '../../worker/contract/applets.ts'
import type { Offer, Plan, SoldPlan } from '../../worker/contract/checkout.ts'
import { MODAL_DATA_KEPT } from '../../worker/contract/limits.ts'
import type { EnablementRules, SubscriptionModal } from '../../worker/contract/upgrade.ts'

/** For tests: the server's clock when it answered. */
export const SERVED = Date.UTC(2026, 10, 21, 12)

/** For tests: the modal's data for a free user who has had a trial; made when it was served. */
export function modal(fields: Partial<SubscriptionModal> = {}): SubscriptionModal {
  return {
    plan: 'intermediate_pro',
    tier: 'free',
    subscription_payment_type: null,
    served_at: SERVED,
    expires_at: SERVED + MODAL_DATA_KEPT,
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
    pro: offer('pro', 999, 9999),
    intermediate_pro: offer('intermediate_pro', 349, 3499),
    ...fields,
  }
}

function offer(plan_id: SoldPlan, month: number, year: number): Offer {
  const of = (interval: 'month' | 'year', amount: number): Plan => ({
    amount,
    currency: 'usd',
    interval,
    local_price_formatted: `$${amount / 100}`,
    local_price_formatted_monthly: `$${amount / 100}`,
    product_id: `prod_${plan_id}`,
    plan_id,
    tier: plan_id,
  })
  return {
    product_id: `prod_${plan_id}`,
    tier: plan_id,
    plan_id,
    monthly_plan: of('month', month),
    yearly_plan: of('year', year),
    assets: { logo: '/logo.svg', badge: '/badge.svg' },
  }
}

/** For tests: what is asked about an Applet, for the user of `modal()`. */
export function details(
  rules: EnablementRules = { block_user: true, minimum_tier: 'intermediate_pro', block_reason: 'applet_quota' },
  user: Partial<UpgradeDetails['user']> = {},
): UpgradeDetails {
  return {
    applet: { id: 9, normalized_applet: { enablement_rules: rules } },
    user: {
      login: 'ada',
      tier: 'free',
      eligible_for_trial: false,
      eligible_trial_period: 7,
      is_trialing: false,
      subscription_payment_type: null,
      applet_quota_slots_total: 2,
      applet_quota_slots_remaining: 0,
      ...user,
    },
  }
}
