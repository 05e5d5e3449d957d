import { unwrap } from '../../edge/api/api-fetch.ts'
import type { Route } from '../../edge/routing/page-route.ts'

export const myAppletsRoute = {
  pattern: '/my_applets',
  page: 'applets/my-applets/my-applets-page',
  access: 'private',
  takesCards: true,
  async load({ mine, me }) {
    const { applets } = await unwrap(mine.api.my_applets.$get())
    return { kind: 'page', data: { applets, tier: me.tier, quota: me.applet_quota_slots_total }, title: 'My Applets' }
  },
} as const satisfies Route
