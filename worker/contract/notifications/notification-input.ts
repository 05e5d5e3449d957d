import * as z from 'zod/mini'
import { NOTIFICATIONS_CURSOR } from './notification.ts'

/** GET /api/notifications */
export const notificationsQuery = z.object({
  before: z.optional(z.string().check(z.regex(NOTIFICATIONS_CURSOR))),
})
export type NotificationsQuery = z.output<typeof notificationsQuery>

/** POST /api/notifications/read: all that came until then, in ms since 1970. */
export const notificationsReadInput = z.strictObject({ until: z.int().check(z.positive()) })
