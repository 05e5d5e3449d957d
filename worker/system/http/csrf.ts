import type { Context, Next } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { isKeyedHash, keyedHash } from '../secrets/hashes.ts'
import type { Ctx } from '../context/context.ts'
import { AppError } from '../errors/app-error.ts'
import type { HonoEnv } from '../context/hono-env.ts'

const VISITOR_COOKIE = 'csrf'

/**
 * Finds the binding of a CSRF token: the session or, for a visitor, a random cookie, so that a token from elsewhere
 * cannot sign the browser in (login CSRF).
 */
function binding(c: Context<HonoEnv>): string | null {
  const { sessionHash } = c.get('ctx')
  if (sessionHash) return `session:${sessionHash}`
  const visitor = getCookie(c, VISITOR_COOKIE, 'host')
  return visitor ? `visitor:${visitor}` : null
}

/** The token of a session: in x-csrf-token of its calls, and in the hidden field of its forms. */
export function sessionCsrfToken({ settings }: Pick<Ctx, 'settings'>, sessionHash: string): Promise<string> {
  return keyedHash(settings, `csrf:session:${sessionHash}`)
}

export function isSessionCsrfToken({ settings }: Ctx, sessionHash: string, given: string): Promise<boolean> {
  return isKeyedHash(settings, `csrf:session:${sessionHash}`, given)
}

/** GET /api/csrf_token: the token to send back as x-csrf-token (§7). */
export async function csrfToken(c: Context<HonoEnv>): Promise<string> {
  const ctx = c.get('ctx')
  let bound = binding(c)
  if (!bound) {
    const visitor = ctx.token()
    setCookie(c, VISITOR_COOKIE, visitor, { prefix: 'host', httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })
    bound = `visitor:${visitor}`
  }
  return keyedHash(ctx.settings, `csrf:${bound}`)
}

/**
 * Requires that every non-GET comes from our own pages: by Sec-Fetch-Site and Origin if the browser sends them, by a
 * header that a plain form cannot set, and by the token. Throws `csrf` (403).
 */
export async function csrf(c: Context<HonoEnv>, next: Next) {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  const { settings } = c.get('ctx')
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  const sent = c.req.header('x-csrf-token')
  const bound = binding(c)
  const ours =
    (site === undefined || site === 'same-origin') &&
    (origin === undefined || origin === settings.SITE_ORIGIN) &&
    c.req.header('x-requested-with') === 'XMLHttpRequest' &&
    sent !== undefined &&
    bound !== null &&
    (await isKeyedHash(settings, `csrf:${bound}`, sent))
  if (!ours) throw new AppError('csrf')
  return next()
}
