import type { Context, Next } from 'hono'
import { getCookie } from 'hono/cookie'
import { settingsOf } from '../../system/context/env.ts'
import { movableClock } from '../../system/context/movable-clock.ts'
import { databaseFor } from '../../system/http/answer-page-calls.ts'
import { KNOWN_BROWSER_COOKIE } from '../../users/session/known-browser.ts'
import { SESSION_COOKIE, userMarkOf } from '../../users/session/session-cookie.ts'
import { makeCtx } from './make-ctx.ts'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { sha256 } from '../../system/secrets/hashes.ts'

/** Makes the request's Ctx. It only hashes the session; a verb that needs the user looks it up. */
export async function withContext(c: Context<HonoEnv>, next: Next) {
  const cookie = getCookie(c, SESSION_COOKIE, 'host')
  const caller = {
    sessionHash: cookie ? await sha256(cookie) : null,
    userMark: cookie ? userMarkOf(cookie) : null,
    userAgent: c.req.header('user-agent')?.slice(0, 300) ?? null,
    ip: c.req.header('cf-connecting-ip') ?? '',
    knownBrowser: getCookie(c, KNOWN_BROWSER_COOKIE, 'host') ?? null,
    country: countryOf(c.req.header('cf-ipcountry')),
  }
  const defer = (work: Promise<unknown>) => c.executionCtx.waitUntil(work)
  const clock = movableClock(c.env)
  await clock.refresh()
  const env = { ...c.env, DB: databaseFor(c.req.raw, c.env) }
  c.set('ctx', makeCtx(env, settingsOf(c.env), caller, defer, clock.now, Date.now))
  return next()
}

/** XX and T1 are Cloudflare's words for unknown and Tor. */
function countryOf(code: string | undefined): string | null {
  return code !== undefined && /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : null
}
