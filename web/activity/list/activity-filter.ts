import {
  ACTIVITY_CURSOR,
  ACTIVITY_FILTERS,
  type ActivityFilter,
} from '../../../worker/contract/activity/activity-entry.ts'
import { ACTIVITY_SEARCH_MAX } from '../../../worker/contract/limits.ts'
import { RUN_FILTERS, type RunFilter } from '../../../worker/contract/runs/applet-run.ts'

/** Reads the filters from the address; ignores unknown values. `outcome` belongs to runs alone. */
export type Filter = {
  kind: ActivityFilter | null
  outcome: RunFilter | null
  applet: string | null
  q: string
  before: string | null
}
export const NO_FILTER: Filter = { kind: null, outcome: null, applet: null, q: '', before: null }

export function filterOf(search: URLSearchParams): Filter {
  const [applet, before] = [search.get('applet') ?? '', search.get('before') ?? '']
  const kind = ACTIVITY_FILTERS.find((each) => each === search.get('kind')) ?? null
  return {
    kind,
    outcome: kind === 'runs' ? (RUN_FILTERS.find((each) => each === search.get('outcome')) ?? null) : null,
    applet: /^\d{1,15}$/.test(applet) ? applet : null,
    q: (search.get('q') ?? '').trim().slice(0, ACTIVITY_SEARCH_MAX),
    before: ACTIVITY_CURSOR.test(before) ? before : null,
  }
}

/** The filters as a query for the API and for addresses; leaves out empty ones. */
export function filterQuery({ kind, outcome, applet, q, before }: Filter) {
  return {
    ...(kind && { kind }),
    ...(outcome && { outcome }),
    ...(applet && { applet }),
    ...(q && { q }),
    ...(before && { before }),
  }
}

export function addressWith(path: string, filter: Filter): string {
  const query = new URLSearchParams(filterQuery(filter)).toString()
  return query ? `${path}?${query}` : path
}

export function isFiltered({ kind, applet, q, before }: Filter): boolean {
  return Boolean(kind ?? applet ?? before) || q !== ''
}
