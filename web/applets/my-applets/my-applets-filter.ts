import {
  MY_APPLETS_CURSOR,
  MY_APPLETS_SEARCH_MAX,
  MY_APPLETS_SORTS,
  MY_APPLETS_STATUSES,
  type MyAppletsSort,
  type MyAppletsStatus,
} from '../../../worker/contract/applets/my-applets.ts'

export const MY_APPLETS_PATH = '/my_applets'

/** The list that the address asks for; ignores unknown values. */
export type MyAppletsFilter = {
  q: string
  status: MyAppletsStatus | null
  service: string | null
  sort: MyAppletsSort
  after: string | null
}

export const NO_FILTER: MyAppletsFilter = { q: '', status: null, service: null, sort: 'recent', after: null }

export function filterOf(search: URLSearchParams): MyAppletsFilter {
  const [service, after] = [search.get('service') ?? '', search.get('after') ?? '']
  return {
    q: (search.get('q') ?? '').trim().slice(0, MY_APPLETS_SEARCH_MAX),
    status: MY_APPLETS_STATUSES.find((status) => status === search.get('status')) ?? null,
    service: /^[a-z][a-z0-9_]{1,39}$/.test(service) ? service : null,
    sort: MY_APPLETS_SORTS.find((sort) => sort === search.get('sort')) ?? 'recent',
    after: MY_APPLETS_CURSOR.test(after) ? after : null,
  }
}

/** The filter as a query for the API and for addresses; leaves out what is not chosen. */
export function filterQuery({ q, status, service, sort, after }: MyAppletsFilter) {
  return {
    ...(q && { q }),
    ...(status && { status }),
    ...(service && { service }),
    ...(sort !== 'recent' && { sort }),
    ...(after && { after }),
  }
}

export function addressWith(filter: MyAppletsFilter): string {
  const query = new URLSearchParams(filterQuery(filter)).toString()
  return query ? `${MY_APPLETS_PATH}?${query}` : MY_APPLETS_PATH
}

/** Whether the page shows one list in place of the sections. */
export function isNarrowed(filter: MyAppletsFilter): boolean {
  return addressWith(filter) !== MY_APPLETS_PATH
}
