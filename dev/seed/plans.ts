/** The plan catalogue (design §3.3): cents, US dollars. */
export const plans = [
  plan('intermediate_pro', 'month', 349),
  plan('intermediate_pro', 'year', 3499),
  plan('pro', 'month', 999),
  plan('pro', 'year', 9999),
  plan('intermediate_pro', 'year', 1999, 'student'),
]

function plan(
  tier: 'intermediate_pro' | 'pro',
  interval: 'month' | 'year',
  amount: number,
  audience: 'everyone' | 'student' = 'everyone',
) {
  const id = `plan_${tier}_${interval}${audience === 'student' ? '_student' : ''}`
  return {
    id,
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
