import { join } from 'node:path'
import type { mastodon } from 'masto'
import {
  namesBeside,
  publishedEndpoints,
  type Endpoint,
} from '../../stand-ins/doubles/published/published-endpoints.ts'
import { partOfType } from '../../stand-ins/doubles/published/published-types.ts'
import { camelCase, camelCased } from './camel-case.ts'
import type * as types from './mastodon-types.ts'

type Names<Params> = readonly (Params extends unknown ? keyof Params : never)[]
type Types = {
  Statuses: types.Statuses
  PostedStatus: types.PostedStatus
  Notifications: types.Notifications
  OwnAccount: types.OwnAccount
  Found: types.Found
  NewClient: types.NewClient
}
const ofType = (name: keyof Types) => (value: unknown) =>
  partOfType(join(import.meta.dirname, 'mastodon-types.ts'), name)(camelCased(value))
/** A list of values is named as `types[]`. */
const spelled = (name: string) => camelCase(name.replace(/\[\]$/, ''))
const only = (names: readonly string[]) => namesBeside(names, spelled)
const [statuses, status] = [ofType('Statuses'), ofType('PostedStatus')]

const PAGED = ['maxId', 'sinceId', 'minId', 'limit'] as const satisfies Names<mastodon.DefaultPaginationParams>

/** The parameters that masto's types let each call have, and what it answers. The compiler holds the names to them. */
const ENDPOINTS: readonly Endpoint[] = [
  { method: 'GET', path: /^\/api\/v1\/accounts\/verify_credentials$/, answer: ofType('OwnAccount') },
  {
    method: 'GET',
    path: /^\/api\/v1\/accounts\/\d+\/statuses$/,
    query: [...PAGED, 'excludeReblogs'] satisfies Names<mastodon.rest.v1.ListAccountStatusesParams>,
    answer: statuses,
  },
  {
    method: 'GET',
    path: /^\/api\/v1\/notifications$/,
    query: [...PAGED, 'types'] satisfies Names<mastodon.rest.v1.ListNotificationsParams>,
    answer: ofType('Notifications'),
  },
  {
    method: 'GET',
    path: /^\/api\/v1\/timelines\/tag\/\w+$/,
    query: PAGED satisfies Names<mastodon.rest.v1.ListTimelineParams>,
    answer: statuses,
  },
  { method: 'GET', path: /^\/api\/v1\/favourites$/, query: PAGED, answer: statuses },
  {
    method: 'GET',
    path: /^\/api\/v2\/search$/,
    query: ['q', 'type', 'resolve', 'limit'] satisfies Names<mastodon.rest.v2.SearchParams>,
    answer: ofType('Found'),
  },
  {
    method: 'POST',
    path: /^\/api\/v1\/apps$/,
    body: only(['clientName', 'redirectUris', 'scopes', 'website'] satisfies Names<mastodon.rest.v1.CreateAppParams>),
    answer: ofType('NewClient'),
  },
  { method: 'POST', path: /^\/api\/v1\/statuses\/\d+\/reblog$/, answer: status },
  {
    method: 'POST',
    path: /^\/api\/v1\/statuses$/,
    body: only(['status', 'visibility', 'spoilerText'] satisfies Names<mastodon.rest.v1.CreateStatusParams>),
    answer: status,
  },
]

/** Mastodon's API as masto's types describe it. They are in camel case. */
export const publishedMastodon = publishedEndpoints(ENDPOINTS, spelled)
