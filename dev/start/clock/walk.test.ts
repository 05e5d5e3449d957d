import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../worker/contract/shared/durations.ts'
import { cronTimes } from './cron-times.ts'
import type { Errand, Found } from './errands.ts'
import { createWalk, type WaitingJob } from './walk.ts'

const NOON = Date.UTC(2026, 10, 22, 12)
const QUARTERLY = '3-59/15 * * * *'
const MINUTELY = '* * * * *'

/** A product whose triggers find something due at these times, and notes what happens when. */
function aProduct(due: { [cron: string]: number[] }, stripeDue: number[] = [], jobs: WaitingJob[] = []) {
  let now = NOON
  const happened: [string, number][] = []
  const note = (what: string) => void happened.push([what, (now - NOON) / MINUTE])
  const look = ({ triggers, until, each }: Errand & { kind: 'look' }): Found => ({
    busy: triggers.map(({ cron, after }) => {
      const times = cronTimes(cron)
      if (each) return times.at(times.indexAfter(after))
      const [first] = due[cron] ?? []
      const at = first === undefined ? Infinity : times.at(times.indexAfter(Math.max(first - 1, after)))
      return at <= until ? at : null
    }),
    wake_at: null,
    written: 0,
  })
  const walk = createWalk({
    crons: [MINUTELY, QUARTERLY],
    now: () => now,
    reach: (time) => void (now = Math.max(now, time)),
    stripe: {
      nextDue: () => stripeDue[0] ?? null,
      tick: () => {
        stripeDue.shift()
        note('stripe')
      },
      settle: async () => {},
    },
    nextJob: () => jobs[0] ?? null,
    dropJob: () => void jobs.shift(),
    ask: async (errand) => {
      if (errand.kind === 'look') return look(errand)
      if (errand.kind === 'settle') return null
      if (errand.job !== undefined) note('job')
      if (errand.cron === undefined) return null
      note(errand.cron)
      due[errand.cron] = (due[errand.cron] ?? []).filter((time) => time > now)
      return null
    },
  })
  return { walk, happened, now: () => now }
}

test('a jump goes through all that is due in its order', async () => {
  const { walk, happened, now } = aProduct(
    { [QUARTERLY]: [NOON + 2 * HOUR], [MINUTELY]: [NOON + 2 * HOUR + 3 * MINUTE, NOON + DAY] },
    [NOON + 2 * HOUR + 3 * MINUTE, NOON + 40 * DAY],
    [{ at: NOON + HOUR, job: {} }],
  )
  await walk.to(NOON + 31 * DAY)
  expect(happened).toEqual([
    ['job', 60],
    ['stripe', 123],
    [MINUTELY, 123],
    [QUARTERLY, 123],
    [MINUTELY, 1440],
  ])
  expect(now()).toBe(NOON + 31 * DAY)
})

test('a jump runs each trigger at all times when asked to', async () => {
  const { walk, happened } = aProduct({})
  await walk.to(NOON + HOUR, { each: true })
  const minutely = Array.from({ length: 60 }, (_, at) => at + 1)
  const timesOf = (cron: string) => happened.filter(([what]) => what === cron).map(([, minute]) => minute)
  expect(timesOf(MINUTELY)).toEqual(minutely)
  expect(timesOf(QUARTERLY)).toEqual([3, 18, 33, 48])
  expect(happened.map(([, minute]) => minute)).toEqual(happened.map(([, minute]) => minute).toSorted((a, b) => a - b))
})

test('real time runs each cron trigger at each of its times', async () => {
  const { walk, happened } = aProduct({})
  for (let minute = 1; minute <= 4; minute++) await walk.to(NOON + minute * MINUTE)
  expect(happened).toEqual([
    [MINUTELY, 1],
    [MINUTELY, 2],
    [MINUTELY, 3],
    [QUARTERLY, 3],
    [MINUTELY, 4],
  ])
})

test('the times of a cron trigger follow each other across hours', () => {
  const times = cronTimes(QUARTERLY)
  const first = times.indexAfter(NOON + 48 * MINUTE)
  expect([times.at(first), times.at(first + 4)]).toEqual([NOON + 63 * MINUTE, NOON + 123 * MINUTE])
  expect(() => cronTimes('0 9 * * *')).toThrow('cannot walk along')
})
