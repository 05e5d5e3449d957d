import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

/** How long a browser keeps its value after the last flow that it began, in seconds. */
const LASTS = 600

/** Hidden from scripts and from other sites' requests; lax, because answers of providers and services come from elsewhere. */
export const ATTRIBUTES = { prefix: 'host', secure: true, httpOnly: true, sameSite: 'Lax', path: '/' } as const

/** The value that ties a flow under way to this browser; null if there is none or it is not ours. */
export function readBrowserCookie(c: Context, name: string): string | null {
  const value = getCookie(c, name, 'host')
  return value && /^[\w-]{43}$/.test(value) ? value : null
}

export function setBrowserCookie(c: Context, name: string, value: string): void {
  setCookie(c, name, value, { ...ATTRIBUTES, maxAge: LASTS })
}
