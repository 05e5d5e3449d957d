import { DAY, HOUR, MINUTE } from '../../../worker/contract/shared/durations.ts'
/** Dates in words. Locale and time zone are explicit, so that server and browser render the same. Times in ms. */
export function dayInWords(time: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(time)
}

export function timeInWords(time: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone }).format(time)
}

/** When a page was rendered and the viewer's time zone: the same on server and browser. */
export type Clock = { now: number; timeZone: string }

/** The time since, up to a week; then the day. `now` is the server's on both sides. */
export function agoInWords(time: number, now: number, timeZone: string): string {
  const ago = now - time
  const words = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })
  if (ago < MINUTE) return 'just now'
  if (ago < HOUR) return words.format(-Math.floor(ago / MINUTE), 'minute')
  if (ago < DAY) return words.format(-Math.floor(ago / HOUR), 'hour')
  if (ago < 7 * DAY) return words.format(-Math.floor(ago / DAY), 'day')
  return dayInWords(time, timeZone)
}
