import { unwrap } from '../../edge/api/api-fetch.ts'
import { PLANS, SOLD_PLANS } from '../../../worker/contract/tiers.ts'
import type { Route } from '../../edge/routing/page-route.ts'

export const plansRoute = {
  pattern: '/plans',
  query: ['reason', 'plan'],
  page: 'billing/plans/plans-page',
  access: 'public',
  takesCards: true,
  async load({ api, mine }) {
    // Without an answer, the page shows everyone's prices; checkout names the student's before it charges.
    const viewer = mine ? unwrap(mine.api.plans.viewer.$get()).catch(() => null) : null
    const data = await unwrap(api.api.plans.$get())
    const names = (['free', ...SOLD_PLANS] as const).map((tier) => PLANS[tier].name)
    const description = `What ${new Intl.ListFormat('en-US').format(names)} include, and what they cost.`
    return { kind: 'page', data, title: 'Plans', description, ...(viewer && { viewer }) }
  },
} as const satisfies Route
