import type { Ctx } from '../../system/context/context.ts'
import type { ScheduledTask } from '../../contract/jobs/scheduled-task.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { runPortion } from './scheduled-tasks.ts'

/**
 * The cron triggers of wrangler.toml, and what each starts. Each has an invocation of its own, in which D1 takes 1,000
 * statements: so many that the first portions of its tasks need at most.
 */
const WORK = {
  '* * * * *': ['moderation', 'runners', 'search', 'restored_customers'],
  '*/15 * * * *': ['purge', 'account_deletions', 'lapsed_plans', 'digests', 'statistics', 'seals', 'database_size'],
  '3-59/15 * * * *': ['missed', 'unhandled'],
  '6-59/15 * * * *': ['subscribe_attempts', 'promotions', 'security_mails', 'revocations'],
  '9-59/15 * * * *': ['subscriptions', 'schedules', 'credit', 'account'],
  '12-59/15 * * * *': ['money_mails', 'second_factor_recoveries', 'health'],
} as const satisfies Record<string, readonly ScheduledTask[]>

type Cron = keyof typeof WORK
export const CRONS = Object.keys(WORK)

/**
 * Does the first portion of this cron trigger's tasks; the queue brings the next ones. Throws for a trigger that it does
 * not know.
 */
export async function runCron(ctx: Ctx, cron: string): Promise<void> {
  if (!isCron(cron))
    throw new Error(`wrangler.toml has a cron trigger that worker/operations/jobs/cron.ts does not know: ${cron}`)
  const before = ctx.now()
  const until = before + (cron === '* * * * *' ? MINUTE : 15 * MINUTE)
  for (const task of WORK[cron]) await runPortion(ctx, { task, before, until })
}

function isCron(cron: string): cron is Cron {
  return cron in WORK
}
