import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { findAccess } from '../../oauth/oauth-tokens.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { githubState } from './github-state.ts'

const DOCS = 'https://docs.github.com/rest'
/** GitHub asks for a second between two changes. */
const WRITE_GAP = 1000
const HOOKS = /^\/repos\/[^/]+\/[^/]+\/hooks(?:\/|$)/

export function githubError(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  errors?: object[],
): Response {
  return Response.json({ message, errors, documentation_url: DOCS, status: String(status) }, { status, headers })
}

/** As GitHub answers a status that a test or the page requested. */
export function refuseAsGithub(status: number): Response {
  const words: Record<number, string> = {
    401: 'Bad credentials',
    403: 'Resource not accessible by personal access token',
    404: 'Not Found',
  }
  return githubError(status, words[status] ?? 'Server Error')
}

/**
 * Who asks, and whether it may. Fine-grained tokens begin with `github_pat_`, those with `_read_` may change nothing,
 * and only those with `_hooks_` may have webhooks; classic ones begin with `ghp_`.
 */
export function githubAccess(ctx: DoubleContext) {
  return createMiddleware(async (c, next) => {
    const path = pathOf(ctx, c)
    if (path === '' || path === '/' || path.startsWith('/control/')) return next()
    const token = /^(?:bearer|token) (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    const state = githubState(ctx)
    if (!c.req.header('user-agent')) return githubError(403, 'Request forbidden by administrative rules.')
    if (c.req.header('x-github-api-version') === '1999-01-01') return githubError(400, 'Unsupported version')
    const access = findAccess(ctx.oauth, ctx.module_name, token)
    const isKnown = access !== undefined || /^(?:github_pat|ghp)_\w{4,}$/.test(token)
    if (!isKnown || state.revoked.includes(token)) {
      return githubError(401, 'Bad credentials')
    }
    const refusal = refuse(ctx, c, token)
    if (refusal) return refusal
    await next()
    if (token.startsWith('ghp_')) c.header('x-oauth-scopes', 'repo, notifications')
    if (token.startsWith('gho_')) c.header('x-oauth-scopes', access?.scopes.join(', ') ?? '')
    return conditional(c)
  })
}

function refuse(ctx: DoubleContext, c: Context, token: string): Response | null {
  const path = pathOf(ctx, c)
  const isFine = token.startsWith('github_pat_') || token.startsWith('ghu_')
  if (isFine && path === '/notifications') return githubError(403, 'Resource not accessible by personal access token')
  const isHooks = HOOKS.test(path)
  if (isHooks && !mayHaveHooks(ctx, token)) return isFine ? refuseHooks(c) : githubError(404, 'Not Found')
  if (c.req.method === 'GET') return null
  if (isFine && !isHooks && token.includes('_read_')) {
    const needed = path.startsWith('/user/starred') ? 'starring=write' : 'issues=write; pull_requests=write'
    const headers = { 'x-accepted-github-permissions': needed }
    return githubError(403, 'Resource not accessible by personal access token', headers)
  }
  const { writes } = githubState(ctx)
  const last = writes[token]
  writes[token] = ctx.now()
  if (last === undefined || ctx.now() - last >= WRITE_GAP) return null
  return githubError(403, 'You have exceeded a secondary rate limit. Please wait a few minutes.')
}

/** Older sign-ins by their scope, newer ones by a permission that these apps do not ask for. */
function mayHaveHooks(ctx: DoubleContext, token: string): boolean {
  if (token.startsWith('gho_')) return findAccess(ctx.oauth, ctx.module_name, token)?.scopes.includes('repo') === true
  return token.startsWith('ghp_') || token.includes('_hooks_')
}

function refuseHooks(c: Context): Response {
  const needed = `repository_hooks=${c.req.method === 'GET' ? 'read' : 'write'}`
  const message = 'Resource not accessible by personal access token'
  return githubError(403, message, { 'x-accepted-github-permissions': needed })
}

/** Answers 304 to who has the same already. */
async function conditional(c: Context): Promise<undefined> {
  if (c.req.method !== 'GET' || c.res.status !== 200) return undefined
  const bytes = new TextEncoder().encode(await c.res.clone().text())
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
  const etag = `W/"${digest}"`
  if (c.req.header('if-none-match') === etag) {
    c.res = undefined
    c.res = new Response(null, { status: 304, headers: { etag } })
  } else {
    c.header('etag', etag)
  }
  return undefined
}

function pathOf(ctx: DoubleContext, c: Context): string {
  return new URL(c.req.url).pathname.slice(`/${ctx.module_name}`.length)
}
