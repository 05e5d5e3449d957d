import { COUNTS } from '../../services/catalog/words/read-schedule.ts'

const NUMBERS: Readonly<Record<string, number>> = { a: 1, an: 1, ...COUNTS }
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }

/** Such as "an hour", "half an hour", "10 minutes", "1.5h". */
export const DURATION = String.raw`(?:(?:half an|a quarter of an) hour|(?:\d+(?:\.\d+)?|${Object.keys(NUMBERS).toReversed().join('|')})[\s-]*(?:seconds?|secs?|s|minutes?|mins?|hours?|hrs?|h|days?|weeks?))\b`

/** The seconds of what `DURATION` finds. */
export function secondsOf(duration: string): number {
  const text = duration.toLowerCase()
  if (/of|half/.test(text)) return /half/.test(text) ? 1800 : 900
  const [, number = '', unit = ''] = /^([a-z-]+?|[\d.]+)[\s-]*([a-z]+)$/.exec(text.replace(/-(?=[smhdw])/, ' ')) ?? []
  return Math.round((NUMBERS[number] ?? Number(number)) * (UNITS[unit.charAt(0)] ?? 0))
}

/** Such as 9, 9:30, "5 pm", noon. */
export const CLOCK_TIME = String.raw`(?:\d{1,2}(?:[:.h]\d\d)?(?:\s*(?:[ap]\.?m\b\.?|o.?clock|in the (?:morning|afternoon|evening)))?|midnight|noon|midday)`

/** The minute of the day that `CLOCK_TIME` finds; null for none of a day. */
export function minuteOfDay(clock: string): number | null {
  const text = clock.toLowerCase()
  if (text === 'midnight') return 0
  if (/^(?:noon|midday)$/.test(text)) return 720
  const [, hour = '', minute = '0', half = ''] = /^(\d{1,2})(?:[:.h](\d\d))?(?: in the)?\s*([ape])?/.exec(text) ?? []
  const hours = (Number(hour) % (half === '' ? 24 : 12)) + (half === 'p' || half === 'e' || /after/.test(text) ? 12 : 0)
  return Number(hour) > 24 || Number(minute) > 59 ? null : hours * 60 + Number(minute)
}
