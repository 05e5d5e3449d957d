import * as z from 'zod/mini'
import { RUN_FILTERS } from '../runs/applet-run.ts'
import { ACTIVITY_CURSOR, ACTIVITY_FILTERS } from './activity-entry.ts'
import { searchText } from '../runs/run-input.ts'

const page = {
  kind: z.optional(z.enum(ACTIVITY_FILTERS)),
  /** Only runs of this outcome. */
  outcome: z.optional(z.enum(RUN_FILTERS)),
  q: searchText,
  before: z.optional(z.string().check(z.regex(ACTIVITY_CURSOR))),
}

/** GET /api/applets/{id}/activity */
export const appletActivityInput = z.object(page)
export type AppletActivityInput = z.input<typeof appletActivityInput>

/** GET /api/activity: `applet` is an id. */
export const activityInput = z.object({ ...page, applet: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) })
export type ActivityInput = z.input<typeof activityInput>
