import { createHash } from 'node:crypto'
import type { DoubleContext } from '../context/double-context.ts'
import { idOf } from './github-objects.ts'
import type { KeptComment, KeptCommit, KeptIssue, KeptNotification, KeptRelease, KeptStar } from './github-objects.ts'

export type Repository = {
  full_name: string
  /** Oldest first, all of them. */
  stars: KeptStar[]
  issues: KeptIssue[]
  comments: KeptComment[]
  releases: KeptRelease[]
  commits: KeptCommit[]
}
type GithubState = {
  login: string
  repositories: Repository[]
  notifications: KeptNotification[]
  /** Repositories that the account starred. */
  starred: string[]
  revoked: string[]
  nextId: number
  /** When each token changed something last, in ms. */
  writes: Record<string, number>
}

export function githubState(ctx: DoubleContext): GithubState {
  return ctx.state(() => ({
    login: 'octocat',
    repositories: ['octocat/hello-world', 'octocat/spoon-knife'].map(emptyRepository),
    notifications: [],
    starred: [],
    revoked: [],
    nextId: 100,
    writes: {},
  }))
}

function emptyRepository(full_name: string): Repository {
  return { full_name, stars: [], issues: [], comments: [], releases: [], commits: [] }
}

export function findRepository(ctx: DoubleContext, full_name: string): Repository | undefined {
  return githubState(ctx).repositories.find((each) => each.full_name.toLowerCase() === full_name.toLowerCase())
}

/** A new id, and the present time as GitHub writes it. */
export function newThing(ctx: DoubleContext): { id: number; at: string } {
  const state = githubState(ctx)
  state.nextId += 1
  ctx.save()
  return { id: state.nextId, at: new Date(ctx.now()).toISOString().replace(/\.\d+Z$/, 'Z') }
}

export function addIssue(
  ctx: DoubleContext,
  { issues }: Repository,
  issue: Pick<KeptIssue, 'login' | 'title' | 'body' | 'labels' | 'isPullRequest'>,
): KeptIssue {
  const added: KeptIssue = { ...newThing(ctx), number: issues.length + 1, state: 'open', ...issue }
  issues.push(added)
  ctx.save()
  return added
}

/** What somebody else does at GitHub: the page's buttons, and tests. */
export const githubHappenings: Record<string, (ctx: DoubleContext, repository: Repository, text: string) => void> = {
  star: (ctx, { stars }, login) => {
    stars.push({ ...newThing(ctx), id: idOf(login), login })
  },
  issue: (ctx, repository, title) => {
    addIssue(ctx, repository, { login: 'hubot', title, body: 'Seen today.', labels: [], isPullRequest: false })
  },
  pull_request: (ctx, repository, title) => {
    addIssue(ctx, repository, { login: 'hubot', title, body: 'Mended.', labels: [], isPullRequest: true })
  },
  draft: (ctx, { releases }, tag) => {
    releases.push({ ...newThing(ctx), login: 'octocat', name: tag, tag, notes: 'New.', draft: true })
  },
  release: (ctx, { releases }, tag) => {
    const { at, id } = newThing(ctx)
    const known = releases.find((each) => each.tag === tag)
    if (known) Object.assign(known, { draft: false, at })
    else releases.push({ id, at, login: 'octocat', name: tag, tag, notes: 'New.', draft: false })
  },
  commit: (ctx, { commits }, message) => {
    const { at, id } = newThing(ctx)
    const sha = createHash('sha1').update(String(id)).digest('hex')
    commits.push({ sha, name: 'Mona', message, at, branch: 'main' })
  },
  notification: (ctx, { full_name }, title) => {
    const { at } = newThing(ctx)
    const state = githubState(ctx)
    const known = state.notifications.find((each) => each.title === title)
    if (known) known.at = at
    else
      state.notifications.push({
        id: String(idOf(title)),
        repository: full_name,
        title,
        reason: 'mention',
        number: 1,
        at,
      })
  },
}
