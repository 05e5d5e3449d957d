import { TIMEZONE_COOKIE_DAYS } from '../../../worker/contract/limits.ts'
import { readCookie, writeCookie } from '../storage/cookie.ts'

const COOKIE = 'timezone'

/** The guessed zone; undefined if one is already stored (§9) or the guess is not a zone name. */
export function timeZoneToStore(stored: string | undefined, guess: string | undefined): string | undefined {
  if (stored) return undefined
  return guess && /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(guess) ? guess : undefined
}

/** Guesses the time zone once and stores it for 14 days (§9). */
export function rememberTimeZone() {
  const zone = timeZoneToStore(readCookie(COOKIE), new Intl.DateTimeFormat().resolvedOptions().timeZone)
  if (zone) writeCookie(COOKIE, zone, TIMEZONE_COOKIE_DAYS * 24 * 60 * 60)
}
