import { ONE_CLICK_PLAN } from '../../../worker/contract/upgrade/upgrade.ts'
import type { SoldPlan } from '../../../worker/contract/tiers.ts'
import type { MeResponse } from '../../../worker/contract/accounts/me.ts'
import { EXPECTED_USER } from '../../../worker/contract/billing/checkout.ts'
import { UPGRADE_TO_PRO_PLUS } from '../../../worker/contract/graphql/purchase-documents.ts'
import { PRO_UPGRADE_DETAILS_PATH, type ProUpgradeDetails } from '../../../worker/contract/upgrade/upgrade.ts'
import { askGraphql } from '../../browser/api/graphql-client.ts'
import { request } from '../../browser/api/typed-request.ts'
import type { Shape } from '../../browser/request/answer-shape.ts'
import type { OneClickPorts } from './one-click-driver.ts'

const DETAILS = {
  formatted_pro_price: 'text',
  price: 'number',
  interval: 'text',
  product_id: 'text',
  currency: 'text',
  charged: 'number',
  credit: 'number',
  taken_back: 'number',
  amount_today: 'number',
  balance: 'number',
  proration_date: 'number',
  next_charge_at: 'number',
  next_amount: 'number',
  trialing: 'flag',
  resumes: 'flag',
  takes_back: 'object?',
  gives_up: 'object?',
} as const satisfies Shape<ProUpgradeDetails>

/** The calls of the one-click upgrade (§7). They are refused unless the page's user is still signed in. */
export function oneClickCalls(user_id: string, plan: SoldPlan): OneClickPorts {
  const query = plan === ONE_CLICK_PLAN ? '' : `?plan=${plan}`
  return {
    details: () => request.get<ProUpgradeDetails>(PRO_UPGRADE_DETAILS_PATH + query, DETAILS),
    async upgrade({ product_id, proration_date, price, amount_today }) {
      const promise = { product_id, proration_date, price, amount_today }
      const shape = { userSubscriptionUpdate: { user_subscription: 'object?', errors: 'list' } } as const
      const answer = await askGraphql(UPGRADE_TO_PRO_PLUS, shape, promise, { headers: { [EXPECTED_USER]: user_id } })
      return answer.userSubscriptionUpdate
    },
    async hasPlan() {
      const { me } = await request.get<MeResponse>('/api/me', { me: 'object?' })
      return me?.id === user_id && me.tier === plan
    },
  }
}
