import { unwrap } from '../edge/api-client.ts'
import type { Route } from '../edge/route.ts'

export const myAppletsRoute: Route = {
  pattern: '/my_applets',
  page: 'applets/my-applets-page',
  access: 'private',
  takesCards: true,
  async load({ mine, me }) {
    const { applets } = await unwrap(mine.api.my_applets.$get())
    return { kind: 'page', data: { applets, tier: me.tier, quota: me.applet_quota_slots_total }, title: 'My Applets' }
  },
}
