import { Hono, type Context } from 'hono'
import { controlPage } from '../context/control-page.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { heldTo } from '../published/held-to.ts'
import {
  blueskyHappenings,
  blueskyState,
  cidOf,
  findAccount,
  isOver,
  newSession,
  putPost,
  type Account,
  type Notice,
} from './bluesky-state.ts'
import { publishedBluesky } from './published-bluesky.ts'

const TID = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/
const OPENED = { most: 30, within: 5 * 60_000 }
const POST = 'app.bsky.feed.post'

function xrpcError(status: number, error: string, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error, message }, { status, headers })
}

export function refuseAsBluesky(status: number): Response {
  return status === 401
    ? xrpcError(400, 'ExpiredToken', 'Token has expired')
    : xrpcError(status, 'InternalServerError', 'Internal Server Error')
}

/** A server of Bluesky, held to its lexicons. */
export function blueskyRoutes(ctx: DoubleContext): Hono {
  const app = new Hono()
  const buttons = Object.keys(blueskyHappenings).map((slug) => ({ slug, label: slug, fields: { text: 'Hello @ada' } }))
  app.get('/', () => {
    const { handle, password } = blueskyState(ctx).accounts[0] ?? {}
    const hint = `Connect as ${handle} with the app password ${password}.`
    return controlPage(ctx, { title: 'Bluesky', hint, buttons })
  })
  app.post('/control/:slug', async (c) => {
    const { text = 'Hello' } = await c.req.parseBody<Record<string, string>>()
    blueskyHappenings[c.req.param('slug')]?.(ctx, text)
    return c.redirect(ctx.address)
  })
  app.use(
    '/xrpc/*',
    heldTo(ctx, () => publishedBluesky),
  )
  addSessions(app, ctx)
  addReads(app, ctx)
  app.post('/xrpc/com.atproto.repo.putRecord', async (c) => {
    const me = whoAsks(ctx, c)
    if (me instanceof Response) return me
    const { repo, collection, rkey, record }: Put = await c.req.json()
    if (repo !== me.did || collection !== POST) return xrpcError(400, 'InvalidRequest', 'Not your repository')
    const wrong = [...(TID.test(rkey) ? [] : ['rkey is not a TID']), ...publishedBluesky.recordProblems(POST, record)]
    if (wrong.length > 0) return xrpcError(400, 'InvalidRequest', wrong.join('; '))
    putPost(ctx, me, rkey, record)
    return c.json({ uri: `at://${me.did}/${POST}/${rkey}`, cid: cidOf(record), validationStatus: 'valid' })
  })
  return app
}

type Put = { repo: string; collection: string; rkey: string; record: Record<string, unknown> }

function addSessions(app: Hono, ctx: DoubleContext): void {
  const answer = (c: Context, me: Account) => {
    const { access, refresh } = newSession(ctx, me)
    return c.json({ accessJwt: access, refreshJwt: refresh, handle: me.handle, did: me.did, active: true })
  }
  app.post('/xrpc/com.atproto.server.createSession', async (c) => {
    const state = blueskyState(ctx)
    state.opened = [...state.opened.filter((at) => ctx.now() - at < OPENED.within), ctx.now()]
    if (state.opened.length > OPENED.most) {
      const reset = String(Math.ceil((ctx.now() + OPENED.within) / 1000))
      return xrpcError(429, 'RateLimitExceeded', 'Rate Limit Exceeded', { 'ratelimit-reset': reset })
    }
    const { identifier, password }: { identifier: string; password: string } = await c.req.json()
    const me = findAccount(ctx, identifier)
    const isRight = me !== undefined && me.password !== '' && me.password === password
    return isRight ? answer(c, me) : xrpcError(401, 'AuthenticationRequired', 'Invalid identifier or password')
  })
  app.post('/xrpc/com.atproto.server.refreshSession', (c) => {
    const state = blueskyState(ctx)
    const session = state.sessions.find(({ refresh }) => refresh === tokenOf(c))
    const me = session && findAccount(ctx, session.did)
    if (!session || !me || isOver(ctx, session.refresh)) return xrpcError(400, 'ExpiredToken', 'Token has been revoked')
    state.sessions = state.sessions.filter((each) => each !== session)
    return answer(c, me)
  })
  app.get('/xrpc/com.atproto.server.getSession', (c) => {
    const me = whoAsks(ctx, c)
    return me instanceof Response ? me : c.json({ handle: me.handle, did: me.did, active: true })
  })
}

function addReads(app: Hono, ctx: DoubleContext): void {
  app.get('/xrpc/com.atproto.identity.resolveHandle', (c) => {
    const found = findAccount(ctx, c.req.query('handle') ?? '')
    return found ? c.json({ did: found.did }) : xrpcError(400, 'InvalidRequest', 'Unable to resolve handle')
  })
  app.get('/xrpc/app.bsky.notification.listNotifications', (c) => {
    const me = whoAsks(ctx, c)
    if (me instanceof Response) return me
    const reasons = c.req.queries('reasons') ?? []
    const kept = blueskyState(ctx).notices.filter(({ reason }) => reasons.length === 0 || reasons.includes(reason))
    const { items, cursor } = pageOf(c, kept.toReversed())
    return c.json({ notifications: items.map((each) => notification(ctx, each)), ...cursor })
  })
  app.get('/xrpc/app.bsky.feed.getAuthorFeed', (c) => {
    const me = whoAsks(ctx, c)
    if (me instanceof Response) return me
    const found = findAccount(ctx, c.req.query('actor') ?? '')
    if (!found) return xrpcError(400, 'InvalidRequest', 'Profile not found')
    const { items, cursor } = pageOf(c, found.posts.toReversed())
    const feed = items.map(({ rkey, record, at }) => {
      const uri = `at://${found.did}/${POST}/${rkey}`
      return { post: { uri, cid: cidOf(record), author: profile(found), record, indexedAt: at } }
    })
    return c.json({ feed, ...cursor })
  })
}

function tokenOf(c: Context): string {
  return /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
}

function whoAsks(ctx: DoubleContext, c: Context): Account | Response {
  const session = blueskyState(ctx).sessions.find(({ access }) => access === tokenOf(c))
  const me = session && findAccount(ctx, session.did)
  if (!session || !me) return xrpcError(401, 'AuthMissing', 'Authentication Required')
  return isOver(ctx, session.access) ? xrpcError(400, 'ExpiredToken', 'Token has expired') : me
}

function pageOf<Item>(c: Context, all: Item[]): { items: Item[]; cursor: { cursor?: string } } {
  const limit = Number(c.req.query('limit') ?? 50)
  const start = Number(c.req.query('cursor') ?? 0)
  const isLast = start + limit >= all.length
  return { items: all.slice(start, start + limit), cursor: isLast ? {} : { cursor: String(start + limit) } }
}

function profile({ did, handle, name }: Account) {
  return { did, handle, displayName: name }
}

function notification(ctx: DoubleContext, { uri, author, reason, record, at }: Notice) {
  const from = findAccount(ctx, author)
  return { uri, cid: cidOf(record), author: from && profile(from), reason, record, isRead: false, indexedAt: at }
}
