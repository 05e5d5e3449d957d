import type { AppletTrouble } from './applet-trouble.ts'
import type { AppletCard, AppletStatus } from './applet.ts'

/**
 * The values of `status=`. `attention`: enabled, but it has a trouble. `unused`: made and never turned on.
 * `drafts`: made and not published.
 */
export const MY_APPLETS_STATUSES = [
  'enabled',
  'attention',
  'paused',
  'disabled',
  'unused',
  'created',
  'drafts',
  'archived',
] as const
export type MyAppletsStatus = (typeof MY_APPLETS_STATUSES)[number]

/** The values of `sort=`. The first is the default. */
export const MY_APPLETS_SORTS = ['recent', 'name', 'last_run', 'runs'] as const
export type MyAppletsSort = (typeof MY_APPLETS_SORTS)[number]

export const MY_APPLETS_PAGE_SIZE = 48
/** How many Applets each section shows while nothing is filtered. */
export const MY_APPLETS_SECTION_SIZE = 24
export const MY_APPLETS_SEARCH_MAX = 100
/** `after=`: the id of the previous page's last Applet, and the value it was sorted by. */
export const MY_APPLETS_CURSOR = /^(\d{1,15})\.(.{1,200})$/su

/** An Applet that the user has enabled or made. Time in ms. */
export type MyApplet = AppletCard & {
  status: AppletStatus
  is_author: boolean
  published: boolean
  /** An operator took it down: it does not run. */
  taken_down: boolean
  /** Its author has saved another version since the user's. */
  newer_version: boolean
  /** Enabled, but too few of its accounts work because some stopped working: all that D1 knows of its trouble. */
  broken: boolean
  /** What keeps it from its work while it is enabled. */
  trouble: AppletTrouble | null
  paused: boolean
  run_count: number
  last_run: number | null
}

/** GET /api/my_applets */
export type MyApplets = {
  applets: MyApplet[]
  /** The `after=` of the following page, or null on the last one. */
  next: string | null
  /** How many of the user's Applets match the search and the service, by status; `all`: whatever their status. */
  counts: Record<MyAppletsStatus | 'all', number>
  /** All of the user's Applets, and how many of them are enabled. */
  total: number
  enabled: number
  /** Until when all of the user's runs are paused, in ms. */
  paused_until: number | null
  /** The services that the user's Applets use, to filter by. */
  services: { module_name: string; name: string }[]
}
