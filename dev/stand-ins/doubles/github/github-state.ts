import type { Context } from 'hono'
import type { DoubleContext } from '../context/double-context.ts'
import type * as objects from './github-objects.ts'

export type Repository = {
  full_name: string
  /** Oldest first, all of them. */
  stars: objects.KeptStar[]
  issues: objects.KeptIssue[]
  comments: objects.KeptComment[]
  releases: objects.KeptRelease[]
  commits: objects.KeptCommit[]
  /** Not in what was kept before there were webhooks. */
  hooks?: objects.KeptHook[]
}
/** An event for webhooks: its name, who did it, and what is about it in the body. */
export type Happened = { event: string; login: string; about: Record<string, unknown> }
type GithubState = {
  login: string
  repositories: Repository[]
  notifications: objects.KeptNotification[]
  /** What the account starred, oldest first. Not in what was kept before it could be listed. */
  ownStars?: objects.KeptOwnStar[]
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

/** The one that the address names. */
export function repositoryOf(ctx: DoubleContext, c: Context): Repository | undefined {
  return findRepository(ctx, `${c.req.param('owner')}/${c.req.param('repo')}`)
}

export function hooksOf(repository: Repository): objects.KeptHook[] {
  return (repository.hooks ??= [])
}

/** Stars a repository in the account's name, once. */
export function addOwnStar(ctx: DoubleContext, repository: string): void {
  const stars = ownStarsOf(ctx)
  if (stars.some((each) => each.repository === repository)) return
  stars.push({ repository, at: newThing(ctx).at })
  ctx.save()
}

export function ownStarsOf(ctx: DoubleContext): objects.KeptOwnStar[] {
  return (githubState(ctx).ownStars ??= [])
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
  issue: Pick<objects.KeptIssue, 'login' | 'title' | 'body' | 'labels' | 'isPullRequest'>,
): objects.KeptIssue {
  const added: objects.KeptIssue = { ...newThing(ctx), number: issues.length + 1, state: 'open', ...issue }
  issues.push(added)
  ctx.save()
  return added
}
