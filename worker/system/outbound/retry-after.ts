import { DAY } from '../../contract/shared/durations.ts'

/** ms from now that `Retry-After` asks to wait, at most 24 h; null where it says nothing that can be read. */
export function readRetryAfter(headers: Headers, now: number): number | null {
  const text = headers.get('retry-after')?.trim()
  if (!text) return null
  // Discord counts in parts of a second.
  const wait = /^\d{1,9}(?:\.\d+)?$/.test(text) ? Math.ceil(Number(text) * 1000) : Date.parse(text) - now
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), DAY)
}

/** Whether an answer says that no call is left for now. */
export function isSpent(headers: Headers): boolean {
  return headers.get('x-ratelimit-remaining') === '0'
}

/** Beyond this, a number is seconds since 1970 and not seconds from now. */
const CLOCK_BEGINS = 1e9

/** ms from now at which a limit that was reached begins again, at most 24 h; null where the answer does not say. */
export function readLimitReset(headers: Headers, now: number): number | null {
  const text = (headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset') ?? '').trim()
  const seconds = /^\d{1,10}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
  // Mastodon writes a date.
  const at = Number.isNaN(seconds) && /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : seconds * 1000
  if (Number.isNaN(at)) return null
  const wait = at > CLOCK_BEGINS * 1000 ? at - now : at
  return Math.min(Math.max(Math.ceil(wait), 0), DAY)
}

/**
 * ms for which an answer asks not to be asked for again: the longest of Cache-Control, Expires and X-Poll-Interval, at
 * most 24 h; null where it says nothing.
 */
export function readFreshFor(headers: Headers, now: number): number | null {
  const control = headers.get('cache-control')?.toLowerCase() ?? ''
  const age = /(?:^|[\s,])max-age="?(\d{1,9})/.exec(control)?.[1]
  const expires = headers.get('expires')
  const interval = headers.get('x-poll-interval')
  const waits = [
    /\bno-(?:store|cache)\b/.test(control)
      ? Number.NaN
      : age === undefined
        ? expiresIn(expires, now)
        : Number(age) * 1000,
    interval !== null && /^\d{1,9}$/.test(interval.trim()) ? Number(interval) * 1000 : Number.NaN,
  ].filter((wait) => wait > 0)
  return waits.length === 0 ? null : Math.min(Math.max(...waits), DAY)
}

function expiresIn(expires: string | null, now: number): number {
  return expires === null ? Number.NaN : Date.parse(expires) - now
}
