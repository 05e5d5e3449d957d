import type { ProUpgradeDetails } from '../../../worker/contract/upgrade/upgrade.ts'

/** For tests: an upgrade half-way through a month, with credit for the unused half of Pro. */
export function details(fields: Partial<ProUpgradeDetails> = {}): ProUpgradeDetails {
  return {
    formatted_pro_price: '$9.99',
    price: 999,
    interval: 'month',
    product_id: 'prod_pro',
    currency: 'usd',
    charged: 500,
    credit: 175,
    taken_back: 0,
    amount_today: 325,
    balance: 0,
    proration_date: Date.UTC(2026, 10, 21) / 1000,
    next_charge_at: Date.UTC(2026, 11, 6),
    next_amount: 999,
    trialing: false,
    resumes: false,
    gives_up: null,
    takes_back: null,
    ...fields,
  }
}
