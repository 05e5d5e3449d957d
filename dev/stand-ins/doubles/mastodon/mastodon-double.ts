import { Hono, type Context } from 'hono'
import type { mastodon } from 'masto'
import { signInRoutes } from '../../oauth/authorization-server.ts'
import type { Grant } from '../../oauth/oauth-state.ts'
import { bearerOf, findAccess } from '../../oauth/oauth-tokens.ts'
import { controlPage } from '../context/control-page.ts'
import { CallRate } from '../context/call-rate.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { accountObject, asSent, postObject, tagsOf, type KeptNotice, type KeptPost } from './mastodon-objects.ts'
import { MASTODON_SIGN_IN } from './mastodon-oauth.ts'
import { addPost, mastodonHappenings, mastodonState } from './mastodon-state.ts'

const HOUR = 3_600_000
const ALLOWED = { most: 300, within: 5 * 60_000 }

function mastodonError(status: number, error: string): Response {
  return Response.json({ error }, { status })
}

export function refuseAsMastodon(status: number): Response {
  const words: Record<number, string> = { 401: 'The access token is invalid', 404: 'Record not found' }
  return mastodonError(status, words[status] ?? 'There was a temporary problem serving your request, please try again')
}

/** One server of Mastodon, held to the types of masto. */
export function mastodonRoutes(ctx: DoubleContext): Hono {
  const app = new Hono()
  const buttons = Object.keys(mastodonHappenings).map((slug) => ({
    slug,
    label: slug,
    fields: { text: 'Hello #looms' },
  }))
  const hint = `Name ${ctx.address} as your server.`
  app.get('/', () => controlPage(ctx, { title: 'Mastodon', hint, buttons }))
  app.post('/control/:slug', async (c) => {
    const { text = 'Hello' } = await c.req.parseBody<Record<string, string>>()
    mastodonHappenings[c.req.param('slug')]?.(ctx, text)
    return c.redirect(ctx.address)
  })
  app.use('/.well-known/*', async (_, next) => (mastodonState(ctx).isOld ? mastodonError(404, 'Not Found') : next()))
  app.route('/', signInRoutes({ ctx: ctx.oauth, address: ctx.address, settings: MASTODON_SIGN_IN }))
  addReads(app, ctx, new CallRate(ALLOWED.most, ALLOWED.within))
  addWrites(app, ctx)
  return app
}

/** The grant of the request's token, with the scope that the call needs; else what the server answers. */
function whoAsks(ctx: DoubleContext, c: Context, scope: string): Grant | Response {
  const known = findAccess(ctx.oauth, ctx.module_name, bearerOf(c.req.header('authorization')))
  if (!known) return mastodonError(401, 'The access token is invalid')
  const has = known.scopes.some((each) => each === scope || each === scope.split(':')[0])
  return has ? known.grant : mastodonError(403, 'This action is outside the authorized scopes')
}

function addReads(app: Hono, ctx: DoubleContext, rate: CallRate): void {
  // Asked for each time: a restored snapshot is another object.
  const state = () => mastodonState(ctx)
  const read = (path: string, scope: string, answer: (c: Context) => Response | Promise<Response>) =>
    app.get(path, (c) => {
      const who = whoAsks(ctx, c, scope)
      if (who instanceof Response) return who
      const wait = rate.take(who.id, ctx.now())
      if (wait === 0) return answer(c)
      const limited = mastodonError(429, 'Too many requests')
      limited.headers.set('x-ratelimit-reset', new Date(ctx.now() + wait).toISOString())
      limited.headers.set('x-ratelimit-remaining', '0')
      return limited
    })
  read('/api/v1/accounts/verify_credentials', 'read:accounts', (c) => {
    const [me] = state().accounts
    return me ? c.json(asSent(accountObject(ctx.address, me))) : mastodonError(404, 'Record not found')
  })
  read('/api/v1/accounts/:id/statuses', 'read:statuses', (c) => {
    const without = c.req.query('exclude_reblogs') === 'true'
    const own = state().posts.filter(({ account, boosts }) => account === c.req.param('id') && !(without && boosts))
    return page(ctx, c, own, (post) => shownPost(ctx, post))
  })
  read('/api/v1/timelines/tag/:tag', 'read:statuses', (c) => {
    const tag = (c.req.param('tag') ?? '').toLowerCase()
    const tagged = state().posts.filter(({ text, visibility }) => visibility === 'public' && tagsOf(text).includes(tag))
    return page(ctx, c, tagged, (post) => shownPost(ctx, post))
  })
  read('/api/v1/favourites', 'read:favourites', (c) =>
    page(ctx, c, state().favorites, ({ post }) => {
      const found = state().posts.find(({ id }) => id === post)
      return found && shownPost(ctx, found)
    }),
  )
  read('/api/v1/notifications', 'read:notifications', (c) => {
    const types = c.req.queries('types[]') ?? []
    const wanted = state().notices.filter(({ type }) => types.length === 0 || types.includes(type))
    return page(ctx, c, wanted, (notice) => shownNotice(ctx, notice))
  })
  read('/api/v2/search', 'read:search', (c) => {
    const found = state().posts.filter((post) => shownPost(ctx, post).url === c.req.query('q'))
    return c.json(asSent({ accounts: [], hashtags: [], statuses: found.map((post) => shownPost(ctx, post)) }))
  })
}

function addWrites(app: Hono, ctx: DoubleContext): void {
  const state = () => mastodonState(ctx)
  app.post('/api/v1/statuses', async (c) => {
    const who = whoAsks(ctx, c, 'write:statuses')
    if (who instanceof Response) return who
    const key = `${who.accountId} ${c.req.header('idempotency-key') ?? ''}`
    const known = state().keys[key]
    const before = known && ctx.now() - known.at < HOUR && state().posts.find(({ id }) => id === known.post)
    if (before) return c.json(asSent(shownPost(ctx, before)))
    const sent: { status?: string; visibility?: KeptPost['visibility']; spoiler_text?: string } = await c.req.json()
    const { status: text = '', visibility = 'public', spoiler_text: warning = '' } = sent
    if (text === '') return mastodonError(422, "Validation failed: Text can't be blank")
    if ([...text].length > 500) return mastodonError(422, 'Validation failed: Text character limit of 500 exceeded')
    const added = addPost(ctx, { account: state().me, text, visibility, warning, boosts: null })
    if (c.req.header('idempotency-key')) state().keys[key] = { post: added.id, at: ctx.now() }
    return c.json(asSent(shownPost(ctx, added)))
  })
  app.post('/api/v1/statuses/:id/reblog', (c) => {
    const who = whoAsks(ctx, c, 'write:statuses')
    if (who instanceof Response) return who
    const found = state().posts.find(({ id }) => id === c.req.param('id'))
    if (!found) return mastodonError(404, 'Record not found')
    const before = state().posts.find(({ account, boosts }) => account === state().me && boosts === found.id)
    const made = { account: state().me, text: '', visibility: found.visibility, warning: '', boosts: found.id }
    return c.json(asSent(shownPost(ctx, before ?? addPost(ctx, made))))
  })
}

function shownPost(ctx: DoubleContext, post: KeptPost): mastodon.v1.Status {
  const { accounts, posts } = mastodonState(ctx)
  const account = (id: string) => accounts.find((each) => each.id === id) ?? { id, username: 'gone', name: 'Gone' }
  return postObject(ctx.address, post, { account, post: (id) => posts.find((each) => each.id === id) })
}

function shownNotice(
  ctx: DoubleContext,
  { id, at, type, account, post }: KeptNotice,
): mastodon.v1.Notification | undefined {
  const { accounts, posts } = mastodonState(ctx)
  const who = accounts.find((each) => each.id === account)
  const about = posts.find((each) => each.id === post)
  if (!who) return undefined
  const base = { id, createdAt: at, groupKey: `ungrouped-${id}`, account: accountObject(ctx.address, who) }
  if (type === 'follow') return { ...base, type }
  return about && { ...base, type, status: shownPost(ctx, about) }
}

/**
 * A page of a list that is kept oldest first, as Mastodon pages: newest first, `max_id` goes back, `since_id` gives the
 * newest above, `min_id` the oldest above. The ids are the list's own, which for favorites stand in the Link header
 * alone.
 */
function page<Kept extends { id: string }>(
  ctx: DoubleContext,
  c: Context,
  list: readonly Kept[],
  show: (kept: Kept) => unknown,
) {
  const { max_id, since_id, min_id } = c.req.query()
  const limit = Math.min(Number(c.req.query('limit') ?? 20), 40)
  const floor = min_id ?? since_id
  const within = list.filter(
    ({ id }) =>
      (max_id === undefined || Number(id) < Number(max_id)) && (floor === undefined || Number(id) > Number(floor)),
  )
  const chosen = (min_id === undefined ? within.slice(-limit) : within.slice(0, limit)).toReversed()
  const [first, last] = [chosen[0], chosen.at(-1)]
  const link = (rel: string, name: string, id: string) => {
    const { search } = new URL(c.req.url)
    const query = new URLSearchParams(search)
    for (const each of ['max_id', 'since_id', 'min_id']) query.delete(each)
    query.set(name, id)
    return `<${ctx.address}${new URL(c.req.url).pathname.slice(`/${ctx.module_name}`.length)}?${query}>; rel="${rel}"`
  }
  const links = [
    ...(last && chosen.length === limit ? [link('next', 'max_id', last.id)] : []),
    ...(first ? [link('prev', 'min_id', first.id)] : []),
  ]
  if (links.length > 0) c.header('link', links.join(', '))
  return c.json(asSent(chosen.flatMap((each) => show(each) ?? [])))
}
