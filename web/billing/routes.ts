import { unwrap } from '../edge/api-client.ts'
import type { Route } from '../edge/route.ts'

export const plansRoute: Route = {
  pattern: '/plans',
  query: ['reason', 'plan'],
  page: 'billing/plans-page',
  access: 'public',
  takesCards: true,
  async load({ api }) {
    const data = await unwrap(api.api.plans.$get())
    return { kind: 'page', data, title: 'Plans', description: 'What Free, Pro and Pro+ allow, and what they cost.' }
  },
}
