import type { Context } from 'hono'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { readBrowserCookie, setBrowserCookie } from './browser-cookie.ts'

/**
 * Ties the challenges of passkeys to a browser. Not the `oauth` cookie: the sign-in page asks for a challenge while its
 * user may press the link to the provider, and one of the two would replace the other's value.
 */
const PASSKEY_COOKIE = 'passkey'

export function readPasskeyCookie(c: Context): string | null {
  return readBrowserCookie(c, PASSKEY_COOKIE)
}

/** The browser's own value, or a new one; it lasts ten minutes after the last challenge. */
export function passkeyBrowser(c: Context<HonoEnv>): string {
  const browser = readPasskeyCookie(c) ?? c.get('ctx').token()
  setBrowserCookie(c, PASSKEY_COOKIE, browser)
  return browser
}
