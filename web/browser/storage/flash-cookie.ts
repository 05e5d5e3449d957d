import { FLASH_COOKIE, FLASH_TYPES, FLASH_WAITS, FLASHES_MAX, type Flash } from '../../../worker/contract/flash.ts'
import { readCookie, writeCookie } from './cookie.ts'

/** The maximum length of a message, in characters. */
const MAX_LENGTH = 300

/** Anyone can set a cookie, so only well-formed messages count, at most five, each cut to 300 characters. */
export function decodeFlashes(value: string | undefined): Flash[] {
  if (!value) return []
  let parsed: unknown
  try {
    parsed = JSON.parse(decodeURIComponent(value))
  } catch {
    return []
  }
  if (!Array.isArray(parsed)) return []
  return parsed
    .flatMap(flashFrom)
    .filter((item) => item.message.trim() !== '')
    .slice(0, FLASHES_MAX)
}

/** Checked by hand, because a schema library would add more bytes to every page than this file. */
function flashFrom(value: unknown): Flash[] {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('message' in value)) return []
  const type = FLASH_TYPES.find((known) => known === value.type)
  return type && typeof value.message === 'string' ? [capped({ type, message: value.message })] : []
}

export function encodeFlashes(flashes: readonly Flash[]): string {
  return encodeURIComponent(JSON.stringify(flashes.slice(-FLASHES_MAX).map(capped)))
}

/** Reads and clears the messages left for this page, so that no other page shows them again. */
export function takeFlashes(): Flash[] {
  const value = readCookie(FLASH_COOKIE)
  if (value !== undefined) writeCookie(FLASH_COOKIE, '', 0)
  return decodeFlashes(value)
}

/** Leaves a message for the next page. */
export function leaveFlash(item: Flash) {
  writeCookie(FLASH_COOKIE, encodeFlashes([...decodeFlashes(readCookie(FLASH_COOKIE)), item]), FLASH_WAITS)
}

function capped({ type, message }: Flash): Flash {
  return { type, message: [...message].slice(0, MAX_LENGTH).join('') }
}
