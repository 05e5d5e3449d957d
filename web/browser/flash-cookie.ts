import { readCookie, writeCookie } from './cookie.ts'

/** Flash messages that outlive a redirect; the server may leave them too. Read once, then gone. */
const COOKIE = 'flash'
const MAX_AGE_SECONDS = 60
const MAX_MESSAGES = 5
const MAX_LENGTH = 300

const FLASH_TYPES = ['success', 'danger', 'info'] as const
export type FlashType = (typeof FLASH_TYPES)[number]
export type Flash = { type: FlashType; message: string }

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
    .slice(0, MAX_MESSAGES)
}

/** By hand: a schema library would cost every page more than the rest of this file. */
function flashFrom(value: unknown): Flash[] {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('message' in value)) return []
  const type = FLASH_TYPES.find((known) => known === value.type)
  return type && typeof value.message === 'string' ? [capped({ type, message: value.message })] : []
}

/** Where there are more than five, the newest stay. */
export function encodeFlashes(flashes: readonly Flash[]): string {
  return encodeURIComponent(JSON.stringify(flashes.slice(-MAX_MESSAGES).map(capped)))
}

/** Takes the messages left for this page, so that no other page shows them again. */
export function takeFlashes(): Flash[] {
  const value = readCookie(COOKIE)
  if (value !== undefined) writeCookie(COOKIE, '', 0)
  return decodeFlashes(value)
}

/** Leaves a message for the next page. */
export function leaveFlash(item: Flash) {
  writeCookie(COOKIE, encodeFlashes([...decodeFlashes(readCookie(COOKIE)), item]), MAX_AGE_SECONDS)
}

function capped({ type, message }: Flash): Flash {
  return { type, message: [...message].slice(0, MAX_LENGTH).join('') }
}
