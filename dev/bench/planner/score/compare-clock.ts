import { readCronExpression } from '../../../../worker/contract/schedule/cron-expression.ts'
import { DAY } from '../../../../worker/contract/shared/durations.ts'
import type { Clock } from './clock-of-trigger.ts'

/** The hours that a word for a part of the day may mean. */
const DAYTIMES: Readonly<Record<string, readonly number[]>> = {
  morning: [5, 6, 7, 8, 9, 10, 11],
  evening: [17, 18, 19, 20, 21, 22],
  night: [20, 21, 22, 23, 0, 1, 2, 3],
}

/** `missing`: the form's own value stands where the sentence says another. `unsaid`: a value that it does not say. */
type Comparison = 'same' | 'missing' | 'unsaid'

/**
 * Compares times and days of a draft with those that were meant; `isOn`: also its condition on the day of the week;
 * `assumed`: the parts of the day that it says to have read as a time.
 */
export function compareClock(
  at: string,
  { cron, chosen }: Clock,
  { isOn, assumed }: { isOn: (weekday: number) => boolean; assumed: readonly string[] },
): Record<'time' | 'days', Comparison> {
  const [first = ''] = at.split(' ')
  const word = first === 'any' || first in DAYTIMES ? first : null
  const meant = readCronExpression(word === null ? at : at.replace(word, '0 0'))
  if (!meant) throw new Error(`No times: ${at}`)
  const isTime =
    word === 'any'
      ? !chosen.time
      : word === null
        ? sameNumbers(meant.minutes, cron.minutes) && sameNumbers(meant.hours, cron.hours)
        : cron.hours.every((hour) => DAYTIMES[word]?.includes(hour)) && assumed.join().includes(word)
  const days = Array.from({ length: 4 * 366 }, (_, day) => new Date(Date.UTC(2027, 0, 1) + day * DAY))
  const isDays = days.every((day) => meant.isDay(day) === (cron.isDay(day) && isOn(day.getUTCDay())))
  return {
    time: isTime ? 'same' : chosen.time ? 'unsaid' : 'missing',
    days: isDays ? 'same' : chosen.days ? 'unsaid' : 'missing',
  }
}

function sameNumbers(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((each) => right.includes(each))
}
