import { DAY, HOUR, MINUTE } from '../../../worker/contract/shared/durations.ts'
import { zoneFormats } from '../../../worker/contract/shared/zone-formats.ts'

const dayFormat = zoneFormats('en-US', { dateStyle: 'long' })
const timeFormat = zoneFormats('en-US', { timeStyle: 'short' })
const sinceFormat = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** Dates in words. Locale and time zone are explicit, so that server and browser render the same. Times in ms. */
export function dayInWords(time: number, timeZone: string): string {
  return dayFormat(timeZone).format(time)
}

export function timeInWords(time: number, timeZone: string): string {
  return timeFormat(timeZone).format(time)
}

/** When a page was rendered and the viewer's time zone: the same on server and browser. */
export type Clock = { now: number; timeZone: string }

/** The time since, up to a week; then the day. `now` is the server's on both sides. */
export function agoInWords(time: number, now: number, timeZone: string): string {
  const ago = now - time
  if (ago < MINUTE) return 'just now'
  if (ago < HOUR) return sinceFormat.format(-Math.floor(ago / MINUTE), 'minute')
  if (ago < DAY) return sinceFormat.format(-Math.floor(ago / HOUR), 'hour')
  if (ago < 7 * DAY) return sinceFormat.format(-Math.floor(ago / DAY), 'day')
  return dayInWords(time, timeZone)
}
