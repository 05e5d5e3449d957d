import { cookieValue } from '../../browser/storage/cookie.ts'

/** The viewer's time zone from the cookie of §9 if it is valid (§D3.6), else UTC. */
export function requestTimeZone(page: Request): string {
  const value = cookieValue(page.headers.get('cookie') ?? '', 'timezone')
  return value && Intl.supportedValuesOf('timeZone').includes(value) ? value : 'UTC'
}
