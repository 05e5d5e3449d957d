import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { SESSION_ABSOLUTE } from '../../contract/limits.ts'
import { setKnownBrowser } from './known-browser.ts'

export const SESSION_COOKIE = 'session'

/** `__Host-session`. Lax, not Strict: a user who returns from a service's consent page must stay signed in. */
const ATTRIBUTES = { prefix: 'host', secure: true, httpOnly: true, sameSite: 'Lax', path: '/' } as const

/** The cookies of a session that has just begun: its own, and the one by which the browser is known next time. */
export function setSessionCookies(
  c: Context,
  { token, known_browser }: { token: string; known_browser: string },
): void {
  setKnownBrowser(c, known_browser)
  setCookie(c, SESSION_COOKIE, token, { ...ATTRIBUTES, maxAge: SESSION_ABSOLUTE / 1000 })
}

/** Also clears the browser's HTTP cache, so that the next user does not see this user's pages. */
export function clearSessionCookie(c: Context): void {
  deleteCookie(c, SESSION_COOKIE, ATTRIBUTES)
  c.header('clear-site-data', '"cache"')
}
