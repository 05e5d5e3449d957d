import type { PaidTier } from '../../../worker/contract/tiers.ts'
import { pricesForSale, type PriceForSale } from '../../stripe-setup/products/for-sale.ts'

/** The plan catalog. Buyers of the retired plan chose their own amount. */
export const demoPrices = [
  ...pricesForSale.map(demoPrice),
  {
    ...demoPrice({ plan: 'legacy_pro', interval: 'month', audience: 'everyone', amount: 199, currency: 'usd' }),
    open_amount: true,
    stripe_price_id: null,
  },
]

function demoPrice({ plan, ...price }: Omit<PriceForSale, 'plan'> & { plan: PaidTier }) {
  const name = `${plan}_${price.interval}${price.audience === 'student' ? '_student' : ''}`
  return {
    id: `plan_${name}`,
    stripe_price_id: `price_${name}`,
    open_amount: false,
    plan_id: plan,
    tier: plan,
    product_id: `prod_${plan}`,
    ...price,
    active: true,
  }
}
