import type { Context } from 'hono'
import type { HonoEnv } from '../context/hono-env.ts'

/** Where the browser was when it asked for a page: with us, on another site, or it does not say. */
type CameFrom = 'own' | 'elsewhere' | 'unknown'

/**
 * By Sec-Fetch-Site, which covers the whole chain of redirects; in older browsers by Referer. "none" is an address that
 * the user typed or kept.
 */
export function cameFrom(c: Context<HonoEnv>): CameFrom {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'own' : 'elsewhere'
  const referer = c.req.header('referer') ?? ''
  if (!URL.canParse(referer)) return 'unknown'
  return new URL(referer).origin === c.get('ctx').settings.SITE_ORIGIN ? 'own' : 'elsewhere'
}
