import { pauseExpired } from '../applets/plan-limits/pause-expired.ts'
import { mailOnSchedule } from '../billing/mails/mail-about-money.ts'
import { reconcile } from '../billing/reconcile/reconcile.ts'
import type { Ctx } from '../context/context.ts'
import { sendDigests } from '../digest/daily-digest.ts'
import { rereadCustomers } from '../restore/reread-customers.ts'
import { sweepRunners } from '../runner-sync/sweep-runners.ts'
import { measureDatabase } from './measure-database.ts'
import { purgeExpired } from './purge-expired.ts'

/** The cron triggers of wrangler.toml, and what each starts. */
const WORK = {
  '* * * * *': runEveryMinute,
  '*/15 * * * *': runEveryQuarterHour,
} as const satisfies Record<string, (ctx: Ctx, runnerNow: number) => Promise<void>>

type Cron = keyof typeof WORK
export const CRONS = Object.keys(WORK)

/**
 * Does the work of this cron trigger. `runnerNow` is the time of schedules and waits in ms, which a developer can move.
 * Throws for a trigger that it does not know.
 */
export async function runCron(ctx: Ctx, cron: string, runnerNow: number): Promise<void> {
  if (!isCron(cron)) throw new Error(`wrangler.toml has a cron trigger that worker/jobs/cron.ts does not know: ${cron}`)
  await WORK[cron](ctx, runnerNow)
}

function isCron(cron: string): cron is Cron {
  return cron in WORK
}

/** The Runners that have not applied a change, or have not woken at their time; and what a restore left to do. */
async function runEveryMinute(ctx: Ctx, runnerNow: number): Promise<void> {
  await Promise.all([sweepRunners({ ...ctx, now: () => runnerNow }), rereadCustomers(ctx)])
}

async function runEveryQuarterHour(ctx: Ctx): Promise<void> {
  await Promise.all([
    purgeExpired(ctx),
    reconcile(ctx),
    pauseExpired(ctx),
    sendDigests(ctx),
    mailOnSchedule(ctx),
    measureDatabase(ctx),
  ])
}
