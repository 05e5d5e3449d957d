import { unwrap } from '../../edge/api/api-fetch.ts'
import type { Route } from '../../edge/routing/page-route.ts'

export const plansRoute = {
  pattern: '/plans',
  query: ['reason', 'plan'],
  page: 'billing/plans/plans-page',
  access: 'public',
  takesCards: true,
  async load({ api }) {
    const data = await unwrap(api.api.plans.$get())
    return { kind: 'page', data, title: 'Plans', description: 'What Free, Pro and Pro+ include, and what they cost.' }
  },
} as const satisfies Route
