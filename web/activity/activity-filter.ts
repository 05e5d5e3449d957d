import {
  ACTIVITY_CURSOR,
  ACTIVITY_FILTERS,
  type ActivityFilter,
} from '../../worker/contract/activity/activity-entry.ts'

/** Reads the filters from the address; ignores unknown values. */
export type Filter = { kind: ActivityFilter | null; applet: string | null; before: string | null }

export function filterOf(search: URLSearchParams): Filter {
  const [applet, before] = [search.get('applet') ?? '', search.get('before') ?? '']
  return {
    kind: ACTIVITY_FILTERS.find((kind) => kind === search.get('kind')) ?? null,
    applet: /^\d{1,15}$/.test(applet) ? applet : null,
    before: ACTIVITY_CURSOR.test(before) ? before : null,
  }
}

/** The filters as a query for the API and for addresses; leaves out empty ones. */
export function filterQuery({ kind, applet, before }: Filter) {
  return { ...(kind && { kind }), ...(applet && { applet }), ...(before && { before }) }
}

export function addressWith(path: string, filter: Filter): string {
  const query = new URLSearchParams(filterQuery(filter)).toString()
  return query ? `${path}?${query}` : path
}
