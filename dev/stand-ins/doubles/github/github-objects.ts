import { publishedGithub } from './published-github.ts'

type Json = Record<string, unknown>

/** The kept part of each thing; the rest of its form is GitHub's own example. */
export type Kept = { id: number; login: string; at: string }
export type KeptStar = Kept
export type KeptOwnStar = { repository: string; at: string }
export type KeptIssue = Kept & {
  number: number
  title: string
  body: string | null
  state: 'open' | 'closed'
  labels: string[]
  isPullRequest: boolean
}
export type KeptComment = Kept & { number: number; body: string }
export type KeptRelease = Kept & { name: string; tag: string; notes: string; draft: boolean }
export type KeptCommit = { sha: string; name: string; message: string; at: string; branch: string }
export type KeptHook = {
  id: number
  at: string
  active: boolean
  events: string[]
  config: { url: string; content_type: string; secret: string | null; insecure_ssl: string | number }
}
export type KeptNotification = {
  id: string
  repository: string
  title: string
  reason: string
  number: number
  at: string
}

const SITE = 'https://github.com'

function example(method: string, template: string, status = 200): Json {
  const value = publishedGithub().example(method, template, status)
  const first: unknown = Array.isArray(value) ? value[0] : value
  return Object(first)
}

export function user(login: string, id = idOf(login)): Json {
  const { user: published } = Object(example('GET', '/repos/{owner}/{repo}/issues'))
  return { ...published, id, login, html_url: `${SITE}/${login}`, name: null }
}

export function currentUser(login: string): Json {
  return { ...example('GET', '/user'), id: idOf(login), login, html_url: `${SITE}/${login}` }
}

export function repositoryObject(full_name: string): Json {
  const [login = '', name = ''] = full_name.split('/')
  const about = { id: idOf(full_name), full_name, name, html_url: `${SITE}/${full_name}`, owner: user(login) }
  return { ...example('GET', '/user/repos'), ...about }
}

export function star({ login, id, at }: KeptStar): Json {
  return { starred_at: at, user: user(login, id) }
}

export function ownStar({ repository, at }: KeptOwnStar): Json {
  return { starred_at: at, repo: repositoryObject(repository) }
}

export function issue(repository: string, kept: KeptIssue): Json {
  const { pull_request: _, ...published } = example('GET', '/repos/{owner}/{repo}/issues')
  const { number, isPullRequest } = kept
  const page = `${SITE}/${repository}/${isPullRequest ? 'pull' : 'issues'}/${number}`
  const api = `https://api.github.com/repos/${repository}`
  return {
    ...published,
    ...writing(kept, page),
    number,
    title: kept.title,
    state: kept.state,
    url: `${api}/issues/${number}`,
    labels: kept.labels.map(label),
    ...(isPullRequest && {
      pull_request: { url: `${api}/pulls/${number}`, html_url: page, diff_url: null, patch_url: null },
    }),
  }
}

export function pullRequest(repository: string, kept: KeptIssue): Json {
  const published = example('GET', '/repos/{owner}/{repo}/pulls')
  const page = `${SITE}/${repository}/pull/${kept.number}`
  const { number, title, state } = kept
  return { ...published, ...writing(kept, page), number, title, state, labels: [], requested_teams: [] }
}

export function comment(repository: string, kept: KeptComment): Json {
  const published = example('GET', '/repos/{owner}/{repo}/issues/comments')
  return { ...published, ...writing(kept, `${SITE}/${repository}/issues/${kept.number}#issuecomment-${kept.id}`) }
}

export function release(repository: string, { id, name, tag, notes, draft, login, at }: KeptRelease): Json {
  return {
    ...example('GET', '/repos/{owner}/{repo}/releases'),
    id,
    name,
    tag_name: tag,
    body: notes,
    draft,
    html_url: `${SITE}/${repository}/releases/tag/${tag}`,
    author: user(login),
    created_at: at,
    published_at: draft ? null : at,
  }
}

export function commit(repository: string, { sha, message, name, at }: KeptCommit): Json {
  const published = example('GET', '/repos/{owner}/{repo}/commits')
  const person = { name, email: `${name.toLowerCase()}@users.example`, date: at }
  const inner = { ...Object(published['commit']), message, author: person, committer: person }
  return { ...published, sha, html_url: `${SITE}/${repository}/commit/${sha}`, commit: inner }
}

export function notification({ id, repository, title, reason, number, at }: KeptNotification): Json {
  const published = example('GET', '/notifications')
  const url = `https://api.github.com/repos/${repository}/issues/${number}`
  const subject = { ...Object(published['subject']), title, type: 'Issue', url }
  const about = { ...Object(published['repository']), full_name: repository }
  return { ...published, id, reason, subject, repository: about, updated_at: at }
}

/** Its secret is shown to nobody. */
export function hook(repository: string, { id, at, active, events, config }: KeptHook): Json {
  const url = `https://api.github.com/repos/${repository}/hooks/${id}`
  const { secret, ...shown } = config
  return {
    ...example('POST', '/repos/{owner}/{repo}/hooks', 201),
    type: 'Repository',
    name: 'web',
    id,
    active,
    events,
    created_at: at,
    updated_at: at,
    config: { ...shown, ...(secret !== null && { secret: '********' }) },
    url,
    test_url: `${url}/test`,
    ping_url: `${url}/pings`,
    deliveries_url: `${url}/deliveries`,
  }
}

/** As a push tells it, which is another form than the one in lists. */
export function pushed(repository: string, { sha, message, name, at }: KeptCommit): Json {
  const author = { name, email: `${name.toLowerCase()}@users.example` }
  return { id: sha, message, timestamp: at, url: `${SITE}/${repository}/commit/${sha}`, author, committer: author }
}

export function label(name: string): Json {
  return { ...example('POST', '/repos/{owner}/{repo}/issues/{issue_number}/labels'), id: idOf(name), name }
}

function writing({ id, login, at, body }: Kept & { body: string | null }, page: string): Json {
  return { id, body, html_url: page, user: user(login), created_at: at, updated_at: at }
}

/** The same number for the same name. */
export function idOf(name: string): number {
  return [...name].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_000_007, 7)
}
