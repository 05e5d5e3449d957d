import { unwrap } from '../../edge/api/api-fetch.ts'
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
    const description = 'What Free, Pro and Pro+ include, and what they cost.'
    return { kind: 'page', data, title: 'Plans', description, ...(viewer && { viewer }) }
  },
} as const satisfies Route
