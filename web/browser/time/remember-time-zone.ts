import { TIMEZONE_COOKIE_DAYS } from '../../../worker/contract/limits.ts'
import { readCookie, writeCookie } from '../storage/cookie.ts'

const COOKIE = 'timezone'

/** What to store: the guessed zone, or nothing where one is stored already (§9) or the guess is no zone name. */
export function timeZoneToStore(stored: string | undefined, guess: string | undefined): string | undefined {
  if (stored) return undefined
  return guess && /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(guess) ? guess : undefined
}

/** Guesses the time zone once and keeps it 14 days (§9). */
export function rememberTimeZone() {
  const zone = timeZoneToStore(readCookie(COOKIE), new Intl.DateTimeFormat().resolvedOptions().timeZone)
  if (zone) writeCookie(COOKIE, zone, TIMEZONE_COOKIE_DAYS * 24 * 60 * 60)
}
