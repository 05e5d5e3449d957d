import * as z from 'zod/mini'
import { ACTIVITY_SEARCH_MAX } from '../limits.ts'
import { RUN_FILTERS, RUN_ID } from './applet-run.ts'

/** A search that is cut instead of refused, so that a pasted text still finds something. */
export const searchText = z._default(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.trim().slice(0, ACTIVITY_SEARCH_MAX)),
  ),
  '',
)

const runId = z.string().check(z.regex(RUN_ID))
const appletId = z.string().check(z.regex(/^\d{1,15}$/))

/** GET /api/runs */
export const runsInput = z.object({
  applet_id: z.optional(appletId),
  filter: z.optional(z.enum(RUN_FILTERS)),
  q: searchText,
  before: z.optional(runId),
})

/** GET /api/runs/days */
export const runDaysInput = z.object({ applet_id: z.optional(appletId) })

/** POST /api/runs/{id}/replay. `as_it_was`: with the version that the run had. */
export const replayInput = z.strictObject({ as_it_was: z._default(z.boolean(), false) })

/** POST /api/runs/replay: all runs that this filter shows. */
export const replayAllInput = z.strictObject({
  applet_id: z.optional(z.int().check(z.positive())),
  filter: z.optional(z.enum(RUN_FILTERS)),
  q: searchText,
  as_it_was: z._default(z.boolean(), false),
})
export type ReplayAllInput = z.output<typeof replayAllInput>

/** POST /api/runs/{id}/resolve: what became of the action at this position. */
export const resolveInput = z.strictObject({
  position: z.int().check(z.minimum(0), z.maximum(1000)),
  answer: z.enum(['it_did', 'do_it_again']),
})
export type ResolveInput = z.output<typeof resolveInput>

/** POST /api/applets/{id}/held */
export const heldInput = z.strictObject({ answer: z.enum(['do', 'drop']) })

const minuteOfDay = z.int().check(z.minimum(0), z.maximum(24 * 60 - 1))

/** PATCH /api/applets/{id}/run_settings. An absent setting stays as it is; null ends it. */
export const runSettingsInput = z
  .strictObject({
    keep_contents: z.optional(z.boolean()),
    /** Seconds, up to a week. */
    min_gap: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(7 * 24 * 3600)))),
    /** Local minutes of the day between which runs are skipped. */
    quiet: z.optional(z.nullable(z.strictObject({ from: minuteOfDay, to: minuteOfDay }))),
    /** Hours, up to 90 days. */
    expect_every: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(90 * 24)))),
  })
  .check(z.refine((body) => Object.keys(body).length > 0, 'Choose something to change.'))
export type RunSettingsInput = z.output<typeof runSettingsInput>

/** PATCH /api/runs/pause: until when nothing runs, in ms since 1970; null goes on now. */
export const pauseInput = z.strictObject({ until: z.nullable(z.int().check(z.positive())) })
