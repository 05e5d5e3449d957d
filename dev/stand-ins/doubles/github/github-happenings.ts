import { createHash } from 'node:crypto'
import type { DoubleContext } from '../context/double-context.ts'
import * as objects from './github-objects.ts'
import { addIssue, addOwnStar, githubState, newThing, type Happened, type Repository } from './github-state.ts'

type Happening = (ctx: DoubleContext, repository: Repository, text: string) => Happened | null

/** Things that somebody else does at GitHub, for buttons and tests. Each answers with what webhooks are told. */
export const githubHappenings: Record<string, Happening> = {
  star: (ctx, { stars }, login) => {
    const star = { ...newThing(ctx), id: objects.idOf(login), login }
    stars.push(star)
    return { event: 'star', login, about: { action: 'created', starred_at: star.at } }
  },
  own_star: (ctx, _, repository) => {
    addOwnStar(ctx, repository)
    return null
  },
  issue: (ctx, repository, title) => {
    const asked = { login: 'hubot', title, body: 'Seen today.', labels: [], isPullRequest: false }
    return issueOpened(repository, addIssue(ctx, repository, asked))
  },
  pull_request: (ctx, repository, title) => {
    const asked = { login: 'hubot', title, body: 'Mended.', labels: [], isPullRequest: true }
    const added = addIssue(ctx, repository, asked)
    const pull_request = objects.pullRequest(repository.full_name, added)
    const about = { action: 'opened', number: added.number, pull_request }
    return { event: 'pull_request', login: added.login, about }
  },
  draft: (ctx, { releases }, tag) => {
    releases.push({ ...newThing(ctx), login: 'octocat', name: tag, tag, notes: 'New.', draft: true })
    return null
  },
  release: (ctx, { full_name, releases }, tag) => {
    const { at, id } = newThing(ctx)
    const known = releases.find((each) => each.tag === tag)
    const release = known ?? { id, at, login: 'octocat', name: tag, tag, notes: 'New.', draft: false }
    if (known) Object.assign(known, { draft: false, at })
    else releases.push(release)
    const about = { action: 'published', release: objects.release(full_name, release) }
    return { event: 'release', login: release.login, about }
  },
  commit: (ctx, { full_name, commits }, message) => {
    const { at, id } = newThing(ctx)
    const sha = createHash('sha1').update(String(id)).digest('hex')
    const commit = { sha, name: 'Mona', message, at, branch: 'main' }
    const before = commits.at(-1)?.sha ?? '0'.repeat(40)
    commits.push(commit)
    const pushed = objects.pushed(full_name, commit)
    const about = { ref: `refs/heads/${commit.branch}`, before, after: sha, commits: [pushed], head_commit: pushed }
    return { event: 'push', login: 'mona', about }
  },
  notification: (ctx, { full_name }, title) => {
    const { at } = newThing(ctx)
    const { notifications } = githubState(ctx)
    const known = notifications.find((each) => each.title === title)
    const id = String(objects.idOf(title))
    if (known) known.at = at
    else notifications.push({ id, repository: full_name, title, reason: 'mention', number: 1, at })
    return null
  },
}

export function issueOpened({ full_name }: Repository, kept: objects.KeptIssue): Happened {
  return { event: 'issues', login: kept.login, about: { action: 'opened', issue: objects.issue(full_name, kept) } }
}
