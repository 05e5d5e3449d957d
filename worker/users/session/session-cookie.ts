import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { SESSION_ABSOLUTE } from '../../contract/limits.ts'
import type { Settings } from '../../system/context/env.ts'
import { keyedHash } from '../../system/secrets/hashes.ts'
import { ATTRIBUTES } from './browser-cookie.ts'
import { setKnownBrowser } from './known-browser.ts'

export const SESSION_COOKIE = 'session'

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

/** Base64url characters of the mark, at 6 bits each. */
const MARK_LENGTH = 16

type Given = { settings: Pick<Settings, 'SECRET_KEY'>; token(): string }

/**
 * A new session cookie's value: 256 random bits and a mark that all sessions of this user have, so that their calls are
 * counted together before the session is read. The session is found by the hash of both, so neither can be exchanged.
 */
export async function newSessionToken(ctx: Given, user_id: string): Promise<string> {
  const mark = await keyedHash(ctx.settings, `session_user:${user_id}`)
  return `${ctx.token()}.${mark.slice(0, MARK_LENGTH)}`
}

/** The mark of a session cookie's user. */
export function userMarkOf(token: string): string {
  return token.slice(-MARK_LENGTH)
}
