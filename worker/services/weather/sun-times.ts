import { getTimes } from 'suncalc'
import { DAY } from '../../contract/shared/durations.ts'
import type { Place } from './places.ts'

/** A polar night and a polar day together last less than this. */
const DAYS_AHEAD = 370

/** The next sunrise or sunset after `after`, both in ms, and its day in UTC; null where the sun never does that. */
export function nextSunTime(
  which: 'sunrise' | 'sunset',
  { latitude, longitude }: Place,
  after: number,
): { at: number; day: string } | null {
  for (let days = -1; days <= DAYS_AHEAD; days++) {
    const date = new Date(after + days * DAY)
    const at = getTimes(date, latitude, longitude)[which]?.getTime()
    if (at !== undefined && at > after) return { at, day: new Date(at).toISOString().slice(0, 10) }
  }
  return null
}
