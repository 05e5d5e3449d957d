import { cookieValue } from '../../browser/storage/cookie.ts'

/** Listing them takes longer than most of a page; nothing is read before a page asks. */
let zones: ReadonlySet<string> | undefined

/** The viewer's time zone from the cookie of §9 if it is valid, else UTC. */
export function requestTimeZone(page: Request): string {
  const value = cookieValue(page.headers.get('cookie') ?? '', 'timezone')
  zones ??= new Set(Intl.supportedValuesOf('timeZone'))
  return value && zones.has(value) ? value : 'UTC'
}
