import type { PaidTier } from '../../../worker/contract/tiers.ts'

/** The plan catalog, in US cents. Buyers of the retired plan chose their own amount. */
export const demoPrices = [
  plan('intermediate_pro', 'month', 349),
  plan('intermediate_pro', 'year', 3499),
  plan('pro', 'month', 999),
  plan('pro', 'year', 9999),
  plan('intermediate_pro', 'year', 1999, 'student'),
  { ...plan('legacy_pro', 'month', 199), open_amount: true, stripe_price_id: null },
]

function plan(
  tier: PaidTier,
  interval: 'month' | 'year',
  amount: number,
  audience: 'everyone' | 'student' = 'everyone',
) {
  const name = `${tier}_${interval}${audience === 'student' ? '_student' : ''}`
  return {
    id: `plan_${name}`,
    stripe_price_id: `price_${name}`,
    open_amount: false,
    plan_id: tier,
    tier,
    product_id: `prod_${tier}`,
    amount,
    currency: 'usd',
    interval,
    audience,
    active: true,
  }
}
