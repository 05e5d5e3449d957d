import { workOnDeletions } from '../../users/accounts/deletion/work-on-deletions.ts'
import { mailRecoveries } from '../../users/accounts/second-factor/mail-recoveries.ts'
import { tellOfDueEmailChanges } from '../../users/accounts/settings/tell-of-email-change.ts'
import { pauseExpired } from '../../billing/quota/pause-expired.ts'
import { mailOnSchedule } from '../../billing/mails/mail-about-money.ts'
import { reconcilePart } from '../../billing/reconcile/reconcile.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { ScheduledTaskJob } from '../../contract/jobs/jobs.ts'
import type { ReconcilePart, ScheduledTask } from '../../contract/jobs/scheduled-task.ts'
import { sendDigests } from '../../messages/digest/daily-digest.ts'
import { readHealth } from '../health/read-health.ts'
import { log } from '../../system/log/log.ts'
import { revokeDueGrants } from '../../connections/access/revoke-grant.ts'
import { startReseal } from '../reseal/reseal-rows.ts'
import { moderate } from '../../applets/moderation/moderate.ts'
import { mailDueEvents } from '../../users/security-events/mail-security-events.ts'
import { sweepSearch } from '../../db/search/sweep-search.ts'
import { sweepRunners } from '../../engine/runner-sync/sweep-runners.ts'
import { rereadCustomers } from '../restore/reread-customers.ts'
import { measureDatabase } from './measure-database.ts'
import { optimizeDaily } from './optimize-daily.ts'
import { purgeExpired } from './purge-expired.ts'
import { sayStarts } from '../../applets/sentences/say-starts.ts'

/**
 * Each works on one portion of what was due by `before` (ms), small enough for one invocation, and returns whether more
 * is left. A row that fails comes behind all others, so it is not due by the same `before` again.
 */
const TASKS: Record<ScheduledTask, (ctx: Ctx, before: number) => Promise<boolean>> = {
  runners: async (ctx, before) => (await sweepRunners(ctx, before)).more,
  search: sweepSearch,
  moderation: moderate,
  restored_customers: rereadCustomers,
  purge: purgeExpired,
  account_deletions: workOnDeletions,
  second_factor_recoveries: mailRecoveries,
  lapsed_plans: async (ctx, before) => (await pauseExpired(ctx, before)).more,
  digests: (ctx, before) => sendDigests(ctx, sayStarts, before),
  money_mails: mailOnSchedule,
  security_mails: mailWhatIsDue,
  revocations: revokeDueGrants,
  statistics: optimizeDaily,
  seals: startReseal,
  database_size: measureDatabase,
  health: logHealth,
  subscribe_attempts: part('subscribe_attempts'),
  missed: part('missed'),
  unhandled: part('unhandled'),
  subscriptions: part('subscriptions'),
  promotions: part('promotions'),
  schedules: part('schedules'),
  account: part('account'),
  credit: part('credit'),
}

async function mailWhatIsDue(ctx: Ctx, before: number): Promise<boolean> {
  const more = [await mailDueEvents(ctx, before), await tellOfDueEmailChanges(ctx, before)]
  return more.includes(true)
}

/** So that what is wrong is in the log where no monitor asks, too. */
async function logHealth(ctx: Ctx): Promise<boolean> {
  await readHealth(ctx)
  return false
}

function part(name: ReconcilePart) {
  return async (ctx: Ctx, before: number) => (await reconcilePart(ctx, name, before))?.more ?? false
}

type Portion = Pick<ScheduledTaskJob, 'task' | 'before' | 'until'>

/**
 * Works on a portion, and queues the next one if more is due. Each has an invocation of its own, until the cron trigger
 * starts the task again. Never throws: a task that fails is logged, and starts again then.
 */
export async function runPortion(ctx: Ctx, { task, before, until }: Portion): Promise<void> {
  try {
    const more = ctx.now() < until && (await TASKS[task](ctx, before))
    if (more) await ctx.queue.send({ kind: 'scheduled_task', id: ctx.id('job'), task, before, until })
  } catch (error) {
    log('error', 'task_failed', { task, message: String(error) })
  }
}
