import { Hono, type Context } from 'hono'
import { signInRoutes } from '../../oauth/authorization-server.ts'
import { controlPage } from '../context/control-page.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { heldTo } from '../published/held-to.ts'
import { githubAccess, githubError } from './github-access.ts'
import { deliverEvent } from './github-deliveries.ts'
import { githubHappenings, issueOpened } from './github-happenings.ts'
import { githubHooks } from './github-hooks.ts'
import { GITHUB_SIGN_IN } from './github-oauth.ts'
import * as objects from './github-objects.ts'
import {
  addIssue,
  addOwnStar,
  findRepository,
  githubState,
  hooksOf,
  newThing,
  ownStarsOf,
  repositoryOf,
  type Repository,
} from './github-state.ts'
import { publishedGithub } from './published-github.ts'

const HINT =
  'Sign in, or connect with any token that begins with github_pat_ or ghp_. Of the first kind, one with _read_ in it ' +
  'may change nothing, and only one with _hooks_ may have webhooks.'

/** GitHub, held to its OpenAPI description. */
export function githubRoutes(ctx: DoubleContext): Hono {
  const app = new Hono()
  app.use('/applications/*', heldTo(ctx, asPublished))
  app.route('/', signInRoutes({ ctx: ctx.oauth, address: ctx.address, settings: GITHUB_SIGN_IN }))
  app.use(githubAccess(ctx))
  app.use(heldTo(ctx, asPublished))
  app.get('/', () => controlPage(ctx, { title: 'GitHub', hint: HINT, buttons: BUTTONS }))
  app.post('/control/:slug', async (c) => {
    const { repository = REPOSITORY.repository, text = 'hubot' } = await c.req.parseBody<Record<string, string>>()
    const found = findRepository(ctx, repository)
    if (!found) return c.text('There is no such repository', 404)
    const happened = githubHappenings[c.req.param('slug')]?.(ctx, found, text)
    ctx.save()
    if (happened) await deliverEvent(found, happened)
    return c.redirect(ctx.address)
  })
  addLists(app, ctx)
  addWrites(app, ctx)
  app.route('/', githubHooks(ctx))
  app.notFound(() => githubError(404, 'Not Found'))
  return app
}

const REPOSITORY = { repository: 'octocat/hello-world' }
const BUTTONS = [
  { slug: 'own_star', label: 'Star a repository', fields: { text: 'looms/jacquard' } },
  { slug: 'star', label: 'Have it starred by', fields: { ...REPOSITORY, text: 'hubot' } },
  { slug: 'issue', label: 'Open an issue', fields: { ...REPOSITORY, text: 'The wheels squeak' } },
  { slug: 'pull_request', label: 'Open a pull request', fields: { ...REPOSITORY, text: 'Oil the wheels' } },
  { slug: 'draft', label: 'Draft a release', fields: { ...REPOSITORY, text: 'v2.0' } },
  { slug: 'release', label: 'Publish a release', fields: { ...REPOSITORY, text: 'v1.0' } },
  { slug: 'commit', label: 'Push a commit', fields: { ...REPOSITORY, text: 'Oil the wheels' } },
  { slug: 'notification', label: 'Be mentioned', fields: { ...REPOSITORY, text: 'Greetings' } },
]

const asPublished = () => {
  const check = publishedGithub()
  return {
    requestProblems: (
      call: Parameters<typeof check.requestProblems>[0] & { query: Record<string, string>; body: string },
    ) => check.requestProblems(call, call),
    answerProblems: check.answerProblems.bind(check),
  }
}

function addLists(app: Hono, ctx: DoubleContext): void {
  const list = (path: string, read: (repository: Repository, c: Context) => unknown[]) =>
    app.get(path, (c) => {
      const repository = repositoryOf(ctx, c)
      return repository ? page(c, read(repository, c)) : hidden()
    })
  app.get('/user', (c) => c.json(objects.currentUser(githubState(ctx).login)))
  app.get('/user/repos', (c) =>
    page(
      c,
      githubState(ctx).repositories.map(({ full_name }) => objects.repositoryObject(full_name)),
    ),
  )
  app.get('/user/starred', (c) => page(c, ownStarsOf(ctx).toReversed().map(objects.ownStar)))
  app.get('/notifications', (c) => {
    c.header('x-poll-interval', '60')
    const { notifications } = githubState(ctx)
    const newest = notifications.toSorted((a, b) => b.at.localeCompare(a.at))
    return page(c, newest.map(objects.notification))
  })
  list('/repos/:owner/:repo/stargazers', ({ stars }) => stars.map(objects.star))
  list('/repos/:owner/:repo/releases', ({ full_name, releases }) =>
    releases.toReversed().map((each) => objects.release(full_name, each)),
  )
  list('/repos/:owner/:repo/pulls', ({ full_name, issues }) =>
    issues
      .filter(({ isPullRequest }) => isPullRequest)
      .toReversed()
      .map((each) => objects.pullRequest(full_name, each)),
  )
  list('/repos/:owner/:repo/issues', ({ full_name, issues }, c) =>
    issues
      .filter(({ state }) => c.req.query('state') === 'all' || state === 'open')
      .toReversed()
      .map((each) => objects.issue(full_name, each)),
  )
  list('/repos/:owner/:repo/issues/comments', ({ full_name, comments }) =>
    comments.toReversed().map((each) => objects.comment(full_name, each)),
  )
  app.get('/repos/:owner/:repo/hooks', (c) => {
    const repository = repositoryOf(ctx, c)
    if (!repository) return githubError(404, 'Not Found')
    return page(
      c,
      hooksOf(repository).map((each) => objects.hook(repository.full_name, each)),
    )
  })
  app.get('/repos/:owner/:repo/commits', (c) => {
    const repository = repositoryOf(ctx, c)
    if (!repository) return hidden()
    if (repository.commits.length === 0) return githubError(409, 'Git Repository is empty.')
    const branch = c.req.query('sha')
    const commits = repository.commits.filter((each) => branch === undefined || each.branch === branch)
    return page(
      c,
      commits.toReversed().map((each) => objects.commit(repository.full_name, each)),
    )
  })
}

function addWrites(app: Hono, ctx: DoubleContext): void {
  const { login } = githubState(ctx)
  app.post('/repos/:owner/:repo/issues', async (c) => {
    const repository = repositoryOf(ctx, c)
    if (!repository) return hidden()
    const { title, body = null }: { title: string; body?: string | null } = await c.req.json()
    const added = addIssue(ctx, repository, { login, title, body, labels: [], isPullRequest: false })
    await deliverEvent(repository, issueOpened(repository, added))
    return c.json(objects.issue(repository.full_name, added), 201)
  })
  app.post('/repos/:owner/:repo/issues/:number/comments', async (c) => {
    const found = issueOf(ctx, c)
    if (!found) return hidden()
    const { body }: { body: string } = await c.req.json()
    const added = { ...newThing(ctx), login, number: found.issue.number, body }
    found.repository.comments.push(added)
    ctx.save()
    return c.json(objects.comment(found.repository.full_name, added), 201)
  })
  app.post('/repos/:owner/:repo/issues/:number/labels', async (c) => {
    const found = issueOf(ctx, c)
    if (!found) return hidden()
    const { labels }: { labels: string[] } = await c.req.json()
    found.issue.labels = [...new Set([...found.issue.labels, ...labels])]
    ctx.save()
    return c.json(found.issue.labels.map(objects.label))
  })
  app.put('/user/starred/:owner/:repo', (c) => {
    const { owner = '', repo = '' } = c.req.param()
    addOwnStar(ctx, `${owner}/${repo}`)
    return c.body(null, 204)
  })
}

function issueOf(ctx: DoubleContext, c: Context) {
  const repository = repositoryOf(ctx, c)
  const issue = repository?.issues.find(({ number }) => String(number) === c.req.param('number'))
  return repository && issue && { repository, issue }
}

/** GitHub does not say whether it exists. */
function hidden(): Response {
  return githubError(404, 'Not Found', { 'x-accepted-github-permissions': 'issues=read' })
}

/** A page with its Link header. */
function page(c: Context, items: unknown[]): Response {
  const size = Number(c.req.query('per_page') ?? 30)
  const number = Number(c.req.query('page') ?? 1)
  const last = Math.max(1, Math.ceil(items.length / size))
  const address = new URL(c.req.url)
  const link = (to: number, rel: string) => {
    address.searchParams.set('page', String(to))
    return `<${address.href}>; rel="${rel}"`
  }
  const before = number > 1 ? [link(number - 1, 'prev'), link(1, 'first')] : []
  const after = number < last ? [link(number + 1, 'next'), link(last, 'last')] : []
  if (last > 1) c.header('link', [...before, ...after].join(', '))
  return c.json(items.slice((number - 1) * size, number * size))
}
