import { DAY, MINUTE } from '../../../worker/contract/shared/durations.ts'
import { cronTimes } from './cron-times.ts'
import type { Errand, Found } from './errands.ts'

/** A job that waits for its time, in ms. */
export type WaitingJob = { at: number; job: unknown }

/** All that a walk goes through. All times in ms of the product's clock. */
export type WalkParts = {
  /** Of wrangler.toml. */
  crons: readonly string[]
  now(): number
  /** Moves the clock so that it is at least this time. */
  reach(time: number): void
  /** The Stripe stand-in; null: a developer's own Stripe account. */
  stripe: { nextDue(): number | null; tick(): void; settle(): Promise<void> } | null
  nextJob(): WaitingJob | null
  dropJob(job: WaitingJob): void
  /** Has the clock's Worker do it. Rejects if it cannot. */
  ask(errand: Errand): Promise<Found | null>
}

/** Something whose time has come. `passed`: the cron triggers whose times up to then, that one included, are over. */
type Due = { at: number; passed: readonly string[]; run(): Promise<unknown> }

/** In real time nothing is skipped. */
const REAL_TIME = 2 * MINUTE
/** Applets that look for news every few minutes do so at most this often in a jump, and once a day at least. */
const WAKES_IN_A_JUMP = 12
const LONGEST_PAUSE = DAY
/** The cron trigger that makes the Runners which users lack. */
const EACH_MINUTE = '* * * * *'
/** Between two wakes of a Runner whose work waits for others. */
const SHORTEST_PAUSE = 1000

/**
 * Goes from due time to due time, so that all happens in the order of a deployed product: what is due at Stripe and its
 * webhooks, jobs that wait, Applets, cron triggers. Each step ends when all jobs that followed are done.
 */
export function createWalk(parts: WalkParts) {
  /** Until when each cron trigger's times are over. */
  const passed = new Map(parts.crons.map((cron) => [cron, parts.now()]))
  const guesses = new Map<string, number>()
  /** The answer to the last look, while it still holds. */
  let known: Found | null = null

  const pass = (crons: readonly string[], time: number) => {
    for (const cron of crons) passed.set(cron, Math.max(passed.get(cron) ?? 0, time))
  }

  const restart = () => {
    for (const cron of parts.crons) passed.set(cron, parts.now())
    guesses.clear()
  }

  async function findDue(until: number, { each, pause }: { each: boolean; pause: number }): Promise<Due | null> {
    const stripeAt = parts.stripe?.nextDue() ?? Infinity
    const job = parts.nextJob()
    const triggers = parts.crons.map((cron) => {
      const guess = guesses.get(cron) ?? null
      return { cron, after: passed.get(cron) ?? until, guess }
    })
    const bound = Math.min(until, stripeAt, job?.at ?? Infinity)
    const found = known ?? (await parts.ask({ kind: 'look', triggers, until: bound, each }))
    if (!found) throw new Error('The Worker of the clock found nothing out.')
    known = found
    const alarmAt = found.wake_at ?? Infinity
    parts.crons.forEach((cron, index) => {
      const at = found.busy[index]
      if (at == null) guesses.delete(cron)
      else guesses.set(cron, at)
    })
    const cronAt = Math.min(...found.busy.map((at) => at ?? Infinity))
    const first = Math.min(stripeAt, job?.at ?? Infinity, alarmAt, cronAt)
    if (first > until) return null
    if (first === stripeAt) {
      return { at: first, passed: [], run: async () => parts.stripe?.tick() }
    }
    if (job && first === job.at) {
      const run = () => {
        parts.dropJob(job)
        return parts.ask({ kind: 'run', at: first, pause, job: job.job })
      }
      return { at: first, passed: [], run }
    }
    if (first === alarmAt) {
      const run = async () => {
        const after = await parts.ask({ kind: 'run', at: first, pause })
        // Applets that found nothing new change nothing for the cron triggers.
        if (after?.written === found.written) known = { ...found, wake_at: after.wake_at }
      }
      return { at: first, passed: [], run }
    }
    const index = found.busy.indexOf(first)
    const run = () => parts.ask({ kind: 'run', at: first, pause, cron: parts.crons[index] ?? '' })
    return { at: first, passed: parts.crons.slice(0, index + 1), run }
  }

  return {
    /** Whether anything was due between the last walk and now. */
    isDue: (): boolean => {
      const now = parts.now()
      const isPast = (cron: string, after: number) => {
        const times = cronTimes(cron)
        return times.at(times.indexAfter(after)) <= now
      }
      return (parts.nextJob()?.at ?? Infinity) <= now || [...passed].some(([cron, after]) => isPast(cron, after))
    },
    /** Begins again from the time that it is now: what was due before is forgotten. */
    restart,
    /** Begins again from the time that it is now, and has the Runners, also new ones, begin what is due then. */
    begin: async (): Promise<void> => {
      restart()
      await parts.ask({ kind: 'run', at: parts.now(), pause: 0, cron: EACH_MINUTE })
    },
    /**
     * Walks to this time. `each`: a cron trigger also runs at the times at which it would do nothing new. Rejects where a
     * step could not be done; all before it is done then.
     */
    to: async (until: number, { each = false } = {}): Promise<void> => {
      const span = until - Math.min(...passed.values())
      const pause = Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, Math.round(span / WAKES_IN_A_JUMP)))
      const how = { each: each || span <= REAL_TIME, pause }
      known = null
      await parts.ask({ kind: 'run', at: parts.now(), pause })
      for (let due = await findDue(until, how); due; due = await findDue(until, how)) {
        parts.reach(due.at)
        known = null
        await due.run()
        pass(parts.crons, due.at - 1)
        pass(due.passed, due.at)
        if (known) continue
        await parts.stripe?.settle()
        await parts.ask({ kind: 'settle' })
      }
      parts.reach(until)
      pass(parts.crons, until)
      await parts.ask({ kind: 'run', at: until, pause: 0 })
    },
  }
}

export type Walk = ReturnType<typeof createWalk>
