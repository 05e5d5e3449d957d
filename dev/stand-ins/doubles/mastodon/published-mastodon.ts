import type { mastodon } from 'masto'

type Call = { method: string; path: string; query: Record<string, string>; body: string }
type Names<Params> = readonly (Params extends unknown ? keyof Params : never)[]

const PAGED = ['maxId', 'sinceId', 'minId', 'limit'] as const satisfies Names<mastodon.DefaultPaginationParams>

/** The parameters that masto's types let each call have. The compiler holds the names to them. */
const CALLS: readonly { method: string; path: RegExp; names: readonly string[] }[] = [
  { method: 'GET', path: /^\/api\/v1\/accounts\/verify_credentials$/, names: [] },
  {
    method: 'GET',
    path: /^\/api\/v1\/accounts\/\d+\/statuses$/,
    names: [...PAGED, 'excludeReblogs'] satisfies Names<mastodon.rest.v1.ListAccountStatusesParams>,
  },
  {
    method: 'GET',
    path: /^\/api\/v1\/notifications$/,
    names: [...PAGED, 'types'] satisfies Names<mastodon.rest.v1.ListNotificationsParams>,
  },
  {
    method: 'GET',
    path: /^\/api\/v1\/timelines\/tag\/\w+$/,
    names: PAGED satisfies Names<mastodon.rest.v1.ListTimelineParams>,
  },
  { method: 'GET', path: /^\/api\/v1\/favourites$/, names: PAGED },
  {
    method: 'GET',
    path: /^\/api\/v2\/search$/,
    names: ['q', 'type', 'resolve', 'limit'] satisfies Names<mastodon.rest.v2.SearchParams>,
  },
  {
    method: 'POST',
    path: /^\/api\/v1\/statuses$/,
    names: ['status', 'visibility', 'spoilerText'] satisfies Names<mastodon.rest.v1.CreateStatusParams>,
  },
  { method: 'POST', path: /^\/api\/v1\/statuses\/\d+\/reblog$/, names: [] },
  {
    method: 'POST',
    path: /^\/api\/v1\/apps$/,
    names: ['clientName', 'redirectUris', 'scopes', 'website'] satisfies Names<mastodon.rest.v1.CreateAppParams>,
  },
]

/** Mastodon's API as masto's types describe it. Answers are made of those types. */
export const publishedMastodon = {
  requestProblems({ method, path, query, body }: Call): string[] {
    if (!path.startsWith('/api/')) return []
    const call = CALLS.find((each) => each.method === method && each.path.test(path))
    if (!call) return [`${method} ${path} is not published`]
    const sent = body.startsWith('{') ? Object.keys(JSON.parse(body)) : []
    return [...Object.keys(query), ...sent]
      .map((name) => name.replace(/\[\]$/, '').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))
      .flatMap((name) => (call.names.includes(name) ? [] : [`${name} is not a parameter of ${path}`]))
  },
  answerProblems(): string[] {
    return []
  },
}
