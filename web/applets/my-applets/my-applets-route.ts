import { unwrap } from '../../edge/api/api-fetch.ts'
import type { Route } from '../../edge/routing/page-route.ts'
import { filterOf, filterQuery, isNarrowed, MY_APPLETS_PATH } from './my-applets-filter.ts'

export const myAppletsRoute = {
  pattern: MY_APPLETS_PATH,
  page: 'applets/my-applets/my-applets-page',
  access: 'private',
  takesCards: true,
  async load({ mine, me, search, now, timeZone }) {
    const filter = filterOf(search)
    const [found, drafts, days, { tier, upgrades, applet_quota_slots_total: quota }] = await Promise.all([
      unwrap(mine.api.my_applets.$get({ query: filterQuery(filter) })),
      // The page has enough to show without these two.
      isNarrowed(filter) ? null : unwrap(mine.api.drafts.$get()).catch(() => null),
      unwrap(mine.api.runs.days.$get({ query: {} })).catch(() => null),
      me,
    ])
    const data = {
      ...found,
      drafts: drafts?.drafts ?? [],
      days: days?.days ?? null,
      filter,
      clock: { now, timeZone },
      user: { tier, upgrades },
      quota,
    }
    return { kind: 'page', data, title: filter.q ? `“${filter.q}” in My Applets` : 'My Applets' }
  },
} as const satisfies Route
