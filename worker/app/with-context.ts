import type { Context, Next } from 'hono'
import { getCookie } from 'hono/cookie'
import { settingsOf } from '../context/env.ts'
import { SESSION_COOKIE } from '../session/session-cookie.ts'
import { userMarkOf } from '../session/session-token.ts'
import { makeCtx } from './make-ctx.ts'
import type { HonoEnv } from '../context/hono-env.ts'
import { sha256 } from '../secrets/hashes.ts'

/** Makes the request's Ctx. It only hashes the session; a verb that needs the user looks it up. */
export async function withContext(c: Context<HonoEnv>, next: Next) {
  const cookie = getCookie(c, SESSION_COOKIE, 'host')
  const caller = {
    sessionHash: cookie ? await sha256(cookie) : null,
    userMark: cookie ? userMarkOf(cookie) : null,
    userAgent: c.req.header('user-agent')?.slice(0, 300) ?? null,
    ip: c.req.header('cf-connecting-ip') ?? '',
  }
  c.set(
    'ctx',
    makeCtx(c.env, settingsOf(c.env), caller, (work) => c.executionCtx.waitUntil(work)),
  )
  return next()
}
