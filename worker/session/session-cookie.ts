import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { SESSION_ABSOLUTE } from '../contract/limits.ts'

export const SESSION_COOKIE = 'session'

/** `__Host-session` (§D3.4). Lax rather than Strict: one comes back from a service's consent signed in. */
const ATTRIBUTES = { prefix: 'host', secure: true, httpOnly: true, sameSite: 'Lax', path: '/' } as const

export function setSessionCookie(c: Context, token: string): void {
  setCookie(c, SESSION_COOKIE, token, { ...ATTRIBUTES, maxAge: SESSION_ABSOLUTE / 1000 })
}

/** Also empties the browser's HTTP cache: what was shown to this user is not for the next one. */
export function clearSessionCookie(c: Context): void {
  deleteCookie(c, SESSION_COOKIE, ATTRIBUTES)
  c.header('clear-site-data', '"cache"')
}
