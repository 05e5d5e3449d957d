import type { Billing, BillingPlan } from '../../../../worker/contract/billing/billing-overview.ts'
import type { ChangePreview } from '../../../../worker/contract/billing/booked-change.ts'
import { withAllUpgrades } from '../../../../worker/contract/tiers.ts'

/** For tests: 11 December 2026, when the plan below renews. */
export const RENEWS = Date.UTC(2026, 11, 11, 12)

export function aPlan(fields: Partial<BillingPlan> = {}): BillingPlan {
  return {
    plan_id: 'intermediate_pro',
    tier: 'intermediate_pro',
    status: 'active',
    price_in_cents: 349,
    currency: 'usd',
    interval: 'month',
    current_period_end: RENEWS,
    ends_at: null,
    last_day: RENEWS,
    grace_ends_at: null,
    bookable: [{ plan: 'intermediate_pro', interval: 'year', price: 3499 }],
    booked: null,
    upgradable: true,
    ...fields,
  }
}

/** For tests: a Pro subscriber with a card and one invoice. */
export function aBilling(fields: Partial<Billing> = {}): Billing {
  return {
    user_id: 'usr_1',
    tier: 'intermediate_pro',
    upgrades: withAllUpgrades(fields.tier ?? 'intermediate_pro').upgrades,
    isTrialing: false,
    eligible_for_trial: false,
    payment_type: 'stripe',
    plan: aPlan(),
    next_charge: { amount: 349, currency: 'usd', at: RENEWS, promotions: [], credit: 0, card: null },
    card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 },
    awaits_bank: false,
    credit: null,
    invoices: [
      {
        id: 'in_1',
        number: 'A-0001',
        created: Date.UTC(2026, 10, 11),
        total: 349,
        currency: 'usd',
        status: 'paid',
        amount_due: 349,
        amount_paid: 349,
        reversals: [],
      },
    ],
    has_more: false,
    ended_by_dispute: null,
    unavailable: [],
    publishable_key: 'pk_test_1',
    stripe_js_url: null,
    ...fields,
  }
}

/** For tests: from $3.49 a month to $34.99 a year. */
export function aPreview(fields: Partial<ChangePreview> = {}): ChangePreview {
  return {
    plan: 'intermediate_pro',
    interval: 'year',
    currency: 'usd',
    at: RENEWS,
    price: 3499,
    first_charge: 3499,
    promotions: [],
    pauses: [],
    ...fields,
  }
}
