import type { AppletAddress } from '../addresses.ts'
import type { AppletEvent } from '../applets/applet.ts'

/** Events of a connected account. `detail`: module_name, account_name. */
export type ConnectionEvent = 'service_connected' | 'service_disconnected' | 'connection_broken'
/** Events received from outside. `detail`: bytes, content_type. */
type HookEvent = 'hook_received'
/** Every kind of event on the activity pages. */
export type ActivityKind = AppletEvent | ConnectionEvent | HookEvent

/** What the user did, what ran automatically, and what failed. */
export const ACTIVITY_CATEGORIES = ['change', 'event', 'failure'] as const
export type ActivityCategory = (typeof ACTIVITY_CATEGORIES)[number]

/** The values of `kind=` in the address. */
export const ACTIVITY_FILTERS = ['changes', 'events', 'failures'] as const
export type ActivityFilter = (typeof ACTIVITY_FILTERS)[number]

export const ACTIVITY_PAGE_SIZE = 30
/** `before=`: the time and id of the previous page's last entry. */
export const ACTIVITY_CURSOR = /^(\d{1,15})\.([\w-]{1,80})$/

export type ActivityDetail = Record<string, string | number | boolean | null>

/** One line of activity. Times in ms. */
export type ActivityEntry = {
  id: string
  kind: ActivityKind
  category: ActivityCategory
  detail: ActivityDetail
  /** The service that `detail` names. */
  service_name: string | null
  created_at: number
  /** `path` is null when the user may no longer see the Applet. */
  applet: { id: number; name: string; path: string | null } | null
}

/** Newest first. `next` is the `before=` of the following page, or null on the last one. */
export type ActivityPage = { entries: ActivityEntry[]; next: string | null }
/** GET /api/activity, with the user's Applets to filter by. */
export type MyActivity = ActivityPage & { applets: { id: number; name: string }[] }
/** GET /api/applets/{id}/activity */
export type AppletActivity = ActivityPage & { applet: AppletAddress }
