import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { HonoEnv } from '../context/hono-env.ts'

/**
 * Ties the challenges of passkeys to a browser. Not the `oauth` cookie: the sign-in page asks for a challenge while its
 * user may press the link to the provider, and one of the two would replace the other's value.
 */
const PASSKEY_COOKIE = 'passkey'

export function readPasskeyCookie(c: Context): string | null {
  const value = getCookie(c, PASSKEY_COOKIE, 'host')
  return value && /^[\w-]{43}$/.test(value) ? value : null
}

/** The browser's own value, or a new one; it lasts ten minutes after the last challenge. */
export function passkeyBrowser(c: Context<HonoEnv>): string {
  const browser = readPasskeyCookie(c) ?? c.get('ctx').token()
  setCookie(c, PASSKEY_COOKIE, browser, {
    prefix: 'host',
    httpOnly: true,
    secure: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: 600,
  })
  return browser
}
