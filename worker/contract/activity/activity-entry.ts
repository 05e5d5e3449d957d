import type { AppletAddress } from '../addresses.ts'
import type { AppletEvent } from '../applets/applet.ts'
import type { RunSummary } from '../runs/applet-run.ts'
import type { NamedApplet } from '../runs/run-answers.ts'

/** Events of a connected account. `detail`: module_name, account_name. */
export type ConnectionEvent = 'service_connected' | 'service_disconnected' | 'connection_broken'
/** The trigger of an Applet could not be asked. `detail`: message. */
type LookEvent = 'look_failed'
/** Every kind of change on the activity pages. */
export type ActivityKind = AppletEvent | ConnectionEvent | LookEvent

/** The user's own changes, and failures. */
export const ACTIVITY_CATEGORIES = ['change', 'failure'] as const
export type ActivityCategory = (typeof ACTIVITY_CATEGORIES)[number]

/** The category of a kind of entry. Anything a user did to their own things is a change. */
export function categoryOf(kind: ActivityKind): ActivityCategory {
  return kind === 'connection_broken' || kind === 'look_failed' ? 'failure' : 'change'
}

/** The values of `kind=` in the address. */
export const ACTIVITY_FILTERS = ['runs', 'changes', 'failures'] as const
export type ActivityFilter = (typeof ACTIVITY_FILTERS)[number]

export const ACTIVITY_PAGE_SIZE = 30
/** `before=`: the time and id of the previous page's last entry, and the last run on the pages so far. */
export const ACTIVITY_CURSOR = /^(\d{1,15})\.([\w-]{1,80})(?:\.([0-9A-Z]{26}))?$/

export type ActivityDetail = Record<string, string | number | boolean | null>

/** A change, kept in D1. Times in ms. */
export type ChangeEntry = {
  id: string
  kind: ActivityKind
  category: ActivityCategory
  detail: ActivityDetail
  /** The service that `detail` names. */
  service_name: string | null
  created_at: number
  applet: NamedApplet | null
}

/** A run, kept by its user's Runner. `created_at` is the time in its id, so that pages have no gaps. */
export type RunEntry = RunSummary & { category: 'run'; created_at: number; applet: NamedApplet | null }

/** One line of activity. */
export type ActivityEntry = ChangeEntry | RunEntry

/**
 * Newest first. `next` is the `before=` of the following page, or null on the last one. `runs_unavailable`: runs could
 * not be read now, and only changes are here.
 */
export type ActivityPage = { entries: ActivityEntry[]; next: string | null; runs_unavailable: boolean }
/** GET /api/activity, with the user's Applets to filter by, and until when all runs are paused. */
export type MyActivity = ActivityPage & { applets: { id: number; name: string }[]; paused_until: number | null }
/** GET /api/applets/{id}/activity */
export type AppletActivity = ActivityPage & { applet: AppletAddress }
