import { NOTIFICATIONS_CURSOR, NOTIFICATIONS_PATH } from '../../../worker/contract/notifications/notification.ts'
import { unwrap } from '../../edge/api/api-fetch.ts'
import type { Route } from '../../edge/routing/page-route.ts'

/** The page with the messages of the user's Applets. */
export const notificationsRoute = {
  pattern: NOTIFICATIONS_PATH,
  page: 'activity/notifications/notifications-page',
  access: 'private',
  async load({ mine, search, timeZone }) {
    const asked = search.get('before') ?? ''
    const before = NOTIFICATIONS_CURSOR.test(asked) ? asked : null
    const found = await unwrap(mine.api.notifications.$get({ query: before ? { before } : {} }))
    return { kind: 'page', data: { ...found, before, timeZone }, title: 'Notifications' }
  },
} as const satisfies Route
