import { OPERATOR_PATH } from '../../../worker/contract/operator/operator-overview.ts'
import { unwrap } from '../../edge/api/api-fetch.ts'
import type { Route } from '../../edge/routing/page-route.ts'

/** For users whom the setting OPERATORS names; for everyone else there is no such page. */
export const operatorRoute = {
  pattern: OPERATOR_PATH,
  page: 'site/operator/operator-page',
  access: 'private',
  async load({ mine, timeZone }) {
    const [overview, moderation] = await Promise.all([
      unwrap(mine.api.operator.$get()),
      unwrap(mine.api.operator.moderation.$get()),
    ])
    return { kind: 'page', data: { ...overview, moderation, timeZone }, title: 'Operator' }
  },
} as const satisfies Route
