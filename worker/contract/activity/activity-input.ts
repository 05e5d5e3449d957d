import * as z from 'zod/mini'
import { ACTIVITY_CURSOR, ACTIVITY_FILTERS } from './activity-entry.ts'

const page = {
  kind: z.optional(z.enum(ACTIVITY_FILTERS)),
  before: z.optional(z.string().check(z.regex(ACTIVITY_CURSOR))),
}

/** GET /api/applets/{id}/activity */
export const appletActivityInput = z.object(page)
export type AppletActivityInput = z.output<typeof appletActivityInput>

/** GET /api/activity: `applet` is an id. */
export const activityInput = z.object({ ...page, applet: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) })
export type ActivityInput = z.output<typeof activityInput>
