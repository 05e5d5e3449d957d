import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod/mini'
import { parseJson } from '../../contract/shared/parse-json.ts'
import { FLASH_COOKIE, FLASH_TYPES, FLASH_WAITS, FLASHES_MAX, type FlashType } from '../../contract/flash.ts'
import { readBrowserCookie, setBrowserCookie } from './browser-cookie.ts'

const OAUTH_COOKIE = 'oauth'
const flashes = z.array(z.object({ type: z.enum(FLASH_TYPES), message: z.string() }))

/** The value that ties a started OAuth flow to this browser; null if there is none or it is not ours. */
export function readOAuthCookie(c: Context): string | null {
  return readBrowserCookie(c, OAUTH_COOKIE)
}

/** Lasts ten minutes after the last start, so that two tabs can connect at once; each state works only once. */
export function setOAuthCookie(c: Context, value: string): void {
  setBrowserCookie(c, OAUTH_COOKIE, value)
}

/** Adds a message for the next page; connecting several services adds one message each. */
export function addFlash(c: Context, message: string, type: FlashType = 'success'): void {
  const all = [...readFlashes(getCookie(c, FLASH_COOKIE)), { type, message }].slice(-FLASHES_MAX)
  setCookie(c, FLASH_COOKIE, JSON.stringify(all), { path: '/', maxAge: FLASH_WAITS, sameSite: 'Lax' })
}

function readFlashes(value: string | undefined): z.output<typeof flashes> {
  return flashes.safeParse(parseJson(value ?? '[]')).data?.slice(0, FLASHES_MAX) ?? []
}
