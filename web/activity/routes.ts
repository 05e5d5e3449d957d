import { activityPath } from '../../worker/contract/addresses.ts'
import { ApiRefusal, unwrap } from '../edge/api/api-fetch.ts'
import { canonicalAddress } from '../edge/routing/canonical-address.ts'
import type { Loaded, PrivateLoadInput, Route } from '../edge/routing/page-route.ts'
import type { ActivityData } from './activity-page.tsx'
import { filterOf, filterQuery } from './list/activity-filter.ts'
import type { RunPageData } from './run/run-page.tsx'

/** The activity page of an Applet, under both bases, and the page of all activity. */
export const activityRoutes = [
  ...(['/applets', '/connections'] as const).map(
    (base) =>
      ({
        pattern: `${base}/:id/activity`,
        page: 'activity/activity-page',
        access: 'private',
        load: loadAppletActivity,
      }) as const satisfies Route,
  ),
  { pattern: '/activity/runs/:id', page: 'activity/run/run-page', access: 'private', load: loadRun },
  { pattern: '/activity', page: 'activity/activity-page', access: 'private', load: loadActivity },
] as const satisfies readonly Route[]

async function loadActivity({ mine, search, timeZone, now }: PrivateLoadInput): Promise<Loaded<ActivityData>> {
  const filter = filterOf(search)
  const { applets, paused_until, ...found } = await unwrap(mine.api.activity.$get({ query: filterQuery(filter) }))
  const scope = { kind: 'everything', applets, paused_until, now } as const
  return { kind: 'page', data: { ...found, scope, filter, timeZone }, title: 'Activity' }
}

async function loadAppletActivity(input: PrivateLoadInput): Promise<Loaded<ActivityData>> {
  const { mine, params, search, timeZone } = input
  const filter = { ...filterOf(search), applet: null }
  const call = mine.api.applets[':id'].activity.$get({ param: { id: params.id ?? '' }, query: filterQuery(filter) })
  const { applet, ...found } = await unwrap(call)
  const data = { ...found, scope: { kind: 'applet', applet }, filter, timeZone } as const
  const title = `Activity of ${applet.name}`
  return canonicalAddress(input, activityPath(applet)) ?? { kind: 'page', data, title }
}

/** An unknown run is not found; while runs cannot be read, the page says so. */
async function loadRun({ mine, params, timeZone }: PrivateLoadInput): Promise<Loaded<RunPageData>> {
  const param = { id: params.id ?? '' }
  try {
    const { run } = await unwrap(mine.api.runs[':id'].$get({ param }))
    return { kind: 'page', data: { run, timeZone }, title: run.applet ? `Run of ${run.applet.name}` : 'Run' }
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.status !== 503) throw error
    return { kind: 'page', data: { run: null, timeZone }, title: 'Run', status: 503 }
  }
}
