import type { Plan } from './checkout.ts'
import type { SoldPlan } from '../tiers.ts'

/**
 * "$34.99", "$5.00" or "−$5.00", as written in the country of sale (§9 Wallet payment: US). The amount is in minor
 * units: 349 means 3.49 dollars, but 349 yen.
 */
export function formatPrice(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, signDisplay: 'negative' })
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return format.format(amount / 10 ** maximumFractionDigits).replace('-', '\u2212')
}

/** Once on every page that asks for money, because "$" alone is the sign of many currencies. */
export function currencyNote(currency: string): string {
  return `All amounts are in ${currency.toUpperCase()}.`
}

type Row = { plan_id: SoldPlan; product_id: string; amount: number; currency: string; interval: 'month' | 'year' }

/** §3 Subscription plan, from a row of the catalog. */
export function toPlan({ plan_id, product_id, amount, currency, interval }: Row): Plan {
  const monthly = interval === 'year' ? Math.round(amount / 12) : amount
  return {
    amount,
    currency,
    interval,
    local_price_formatted: formatPrice(amount, currency),
    local_price_formatted_monthly: formatPrice(monthly, currency),
    product_id,
    plan_id,
    tier: plan_id,
  }
}
