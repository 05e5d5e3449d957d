import { ONE_CLICK_PLAN } from '../../../worker/contract/upgrade/upgrade.ts'
import type { MeResponse } from '../../../worker/contract/accounts/me.ts'
import { EXPECTED_USER } from '../../../worker/contract/billing/checkout.ts'
import { UPGRADE_TO_PRO_PLUS } from '../../../worker/contract/graphql/graphql-documents.ts'
import { PRO_UPGRADE_DETAILS_PATH, type ProUpgradeDetails } from '../../../worker/contract/upgrade/upgrade.ts'
import { loadRequestLayer } from '../../api/api-calls.ts'
import { report } from '../../browser/report/error-report.ts'
import { askGraphql } from '../../api/graphql-client.ts'
import type { OneClickPorts } from './one-click-driver.ts'

/** The calls of the one-click upgrade (§7). They are refused unless the page's user is still signed in. */
export function oneClickCalls(user_id: string): OneClickPorts {
  return {
    async details() {
      const { get } = await loadRequestLayer()
      return get<ProUpgradeDetails>(PRO_UPGRADE_DETAILS_PATH).then(sane)
    },
    async upgrade({ product_id, proration_date, amount_today }) {
      const promise = { product_id, proration_date, amount_today }
      const answer = await askGraphql(UPGRADE_TO_PRO_PLUS, promise, report, { [EXPECTED_USER]: user_id })
      return answer.userSubscriptionUpdate
    },
    async hasProPlus() {
      const { get } = await loadRequestLayer()
      const { me } = await get<MeResponse>('/api/me')
      return me?.id === user_id && me.tier === ONE_CLICK_PLAN
    },
  }
}

/** A captive portal answers 200 with its own page, which has no price. */
function sane(answer: ProUpgradeDetails): ProUpgradeDetails {
  if (typeof answer.amount_today !== 'number') throw new Error('This is not an upgrade price.')
  return answer
}
