import type { Context, Next } from 'hono'
import { getCookie } from 'hono/cookie'
import { readSettings, type Settings } from '../env.ts'
import { makeCtx } from '../make-ctx.ts'
import type { AppEnv } from './app-env.ts'
import { sha256 } from './crypto.ts'

export const SESSION_COOKIE = 'session'

/** Settings are checked once for each isolate: the environment cannot change while one lives. */
const checked = new WeakMap<object, Settings>()

export function settingsOf(env: AppEnv['Bindings']): Settings {
  const known = checked.get(env)
  if (known) return known
  const settings = readSettings(env)
  checked.set(env, settings)
  return settings
}

/** Makes the request's Ctx. The session is only hashed here; it is looked up when a verb asks who it is. */
export async function withCtx(c: Context<AppEnv>, next: Next) {
  const cookie = getCookie(c, SESSION_COOKIE, 'host')
  const caller = {
    sessionHash: cookie ? await sha256(cookie) : null,
    userAgent: c.req.header('user-agent')?.slice(0, 300) ?? null,
    ip: c.req.header('cf-connecting-ip') ?? '',
  }
  c.set(
    'ctx',
    makeCtx(c.env, settingsOf(c.env), caller, (work) => c.executionCtx.waitUntil(work)),
  )
  return next()
}
