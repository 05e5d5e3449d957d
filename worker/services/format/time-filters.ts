import { momentOf } from '../../contract/schedule/local-moment.ts'
import { startOfLocalDay } from '../../contract/shared/local-day.ts'
import { DAY, HOUR, MINUTE } from '../../contract/shared/durations.ts'

/** A day or a time of day as fields have it, without a zone. */
const LOCAL = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?))?$/
const LENGTH = /^(?=-?\d)(-?)(?:(\d{1,4})d ?)?(?:(\d{1,4})h ?)?(?:(\d{1,4})m ?)?(?:(\d{1,5})s)?$/

/** The moment that a text means, ISO 8601 in UTC: one without a zone is in the user's. Other texts stay as they are. */
export function toMoment(text: string, timezone: string): string {
  const [local, day, time = '00:00'] = LOCAL.exec(text.trim()) ?? []
  const read = Date.parse(local === undefined ? text : `${day}T${time}Z`)
  if (Number.isNaN(read)) return text
  return new Date(local === undefined ? read : momentOf(read, timezone)).toISOString()
}

/** The moment that is so much later, such as `1h 30m`, or earlier with a minus. Other texts stay as they are. */
export function movedBy(text: string, length: string): string {
  const found = LENGTH.exec(length.trim())
  const time = Date.parse(text)
  if (!found || Number.isNaN(time)) return text
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(2).map((part) => Number(part ?? 0))
  const by = days * DAY + hours * HOUR + minutes * MINUTE + seconds * 1000
  return new Date(found[1] === '-' ? time - by : time + by).toISOString()
}

/** The moment at which the user's day began. Other texts stay as they are. */
export function dayStart(text: string, timezone: string): string {
  const time = Date.parse(text)
  return Number.isNaN(time) ? text : new Date(startOfLocalDay(time, timezone)).toISOString()
}
