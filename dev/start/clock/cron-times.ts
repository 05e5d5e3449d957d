import { nextCronTimes } from '../../../worker/contract/schedule/next-cron-time.ts'
import { HOUR } from '../../../worker/contract/shared/durations.ts'

/** The times of a cron trigger that runs in every hour, numbered from 1970 on. Times in ms. */
type CronTimes = {
  at(index: number): number
  /** Of the first time after this one. */ indexAfter(time: number): number
}

/** Throws for one that does not run in every hour alike. */
export function cronTimes(cron: string): CronTimes {
  if (!/^\S+ \* \* \* \*$/.test(cron)) throw new Error(`The clock cannot walk along the cron trigger ${cron}.`)
  const offsets = nextCronTimes(cron, 61, { after: -1, timezone: 'UTC' }).filter((time) => time < HOUR)
  const at = (index: number) =>
    Math.floor(index / offsets.length) * HOUR +
    (offsets[((index % offsets.length) + offsets.length) % offsets.length] ?? 0)
  return {
    at,
    indexAfter: (time) => {
      let index = Math.floor(time / HOUR) * offsets.length
      while (at(index) <= time) index++
      return index
    },
  }
}
