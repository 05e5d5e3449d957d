import { join } from 'node:path'
import type { mastodon } from 'masto'
import type { HeldCall, Published } from '../../stand-ins/doubles/published/held-to.ts'
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
const ofType = (name: keyof Types) => partOfType(join(import.meta.dirname, 'mastodon-types.ts'), name)
const [statuses, status] = [ofType('Statuses'), ofType('PostedStatus')]

const PAGED = ['maxId', 'sinceId', 'minId', 'limit'] as const satisfies Names<mastodon.DefaultPaginationParams>

/** The parameters that masto's types let each call have, and what it answers. The compiler holds the names to them. */
const CALLS: readonly {
  method: string
  path: RegExp
  names: readonly string[]
  problems: ReturnType<typeof partOfType>
}[] = [
  { method: 'GET', path: /^\/api\/v1\/accounts\/verify_credentials$/, names: [], problems: ofType('OwnAccount') },
  {
    method: 'GET',
    path: /^\/api\/v1\/accounts\/\d+\/statuses$/,
    names: [...PAGED, 'excludeReblogs'] satisfies Names<mastodon.rest.v1.ListAccountStatusesParams>,
    problems: statuses,
  },
  {
    method: 'GET',
    path: /^\/api\/v1\/notifications$/,
    names: [...PAGED, 'types'] satisfies Names<mastodon.rest.v1.ListNotificationsParams>,
    problems: ofType('Notifications'),
  },
  {
    method: 'GET',
    path: /^\/api\/v1\/timelines\/tag\/\w+$/,
    names: PAGED satisfies Names<mastodon.rest.v1.ListTimelineParams>,
    problems: statuses,
  },
  { method: 'GET', path: /^\/api\/v1\/favourites$/, names: PAGED, problems: statuses },
  {
    method: 'GET',
    path: /^\/api\/v2\/search$/,
    names: ['q', 'type', 'resolve', 'limit'] satisfies Names<mastodon.rest.v2.SearchParams>,
    problems: ofType('Found'),
  },
  {
    method: 'POST',
    path: /^\/api\/v1\/apps$/,
    names: ['clientName', 'redirectUris', 'scopes', 'website'] satisfies Names<mastodon.rest.v1.CreateAppParams>,
    problems: ofType('NewClient'),
  },
  { method: 'POST', path: /^\/api\/v1\/statuses\/\d+\/reblog$/, names: [], problems: status },
  {
    method: 'POST',
    path: /^\/api\/v1\/statuses$/,
    names: ['status', 'visibility', 'spoilerText'] satisfies Names<mastodon.rest.v1.CreateStatusParams>,
    problems: status,
  },
]

function callOf({ method, path }: Pick<HeldCall, 'method' | 'path'>) {
  return CALLS.find((each) => each.method === method && each.path.test(path))
}

/** Mastodon's API as masto's types describe it. They are in camel case. */
export const publishedMastodon: Published = {
  requestProblems({ method, path, query, body }) {
    const call = callOf({ method, path })
    if (!call) return [`${method} ${path} is not published`]
    const sent = body.startsWith('{') ? Object.keys(JSON.parse(body)) : []
    return [...Object.keys(query), ...sent]
      .map((name) => camelCase(name.replace(/\[\]$/, '')))
      .flatMap((name) => (call.names.includes(name) ? [] : [`${name} is not a parameter of ${path}`]))
  },
  answerProblems(asked, { body }) {
    return callOf(asked)?.problems(camelCased(JSON.parse(body))) ?? []
  },
}
