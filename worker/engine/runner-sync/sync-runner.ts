import { and, eq, lte, sql } from 'drizzle-orm'
import type { RunnerCtx } from '../../system/context/context.ts'
import { noteRunnerServices } from '../../db/runners/runner-services.ts'
import { runners, trigger_identities } from '../../db/schema/runners.ts'
import { log } from '../../system/log/log.ts'
import { usedServices, type Program } from '../../system/runner-api/program.ts'
import type { RunnerApi } from '../../system/runner-api/runner-api.ts'
import { ensureRunner } from './ensure-runner.ts'
import { readSnapshot } from './read-snapshot.ts'

/**
 * Tells the user's Runner what it has to know, and D1 what the Runner knows then. Does nothing for a user
 * without an Applet, nor for a Runner that is up to date, unless `again`. The Runner applies only what is newer, so
 * calls at the same time do no harm. Throws if D1 or the Runner cannot be reached: the minute's job tries again
 * (sweep-runners.ts).
 */
export async function syncRunner(ctx: RunnerCtx, user_id: string, { again = false } = {}): Promise<RunnerApi | null> {
  const read = await readSnapshot(ctx, user_id)
  if (!read) return null
  const runner = ctx.runners.get(read.runner_id ?? (await ensureRunner(ctx, user_id)))
  if (read.applied >= read.snapshot.wanted && !again) return runner
  // After the programs: a file that changed since is only newer.
  const service_files = await ctx.readServiceFiles(usedServices(read.snapshot.programs))
  const { applied, wake_by, services = [], lacks = [] } = await runner.sync({ ...read.snapshot, service_files })
  if (lacks.length > 0) await runner.addServices(lacks, await ctx.readServiceFiles(lacks))
  await ctx.db.batch([
    ctx.db
      .update(runners)
      .set({ applied, wake_by, retry_at: null })
      .where(and(eq(runners.user_id, user_id), lte(runners.applied, applied))),
    // A snapshot that came too late says nothing of what is polled now.
    ...(services.length > 0 ? [noteRunnerServices(ctx.db, user_id, services)] : []),
    ...(applied === read.snapshot.wanted ? identityWrites(ctx, user_id, read.snapshot.programs) : []),
  ])
  return runner
}

/** Lets the sync continue after the response. A failure is logged; the minute's job makes up for it. */
export function deferSync(ctx: RunnerCtx, user_id: string): void {
  ctx.defer(syncRunner(ctx, user_id).catch((error: unknown) => logFailure(error)))
}

export function logFailure(error: unknown): void {
  log('error', 'runner_not_synced', { message: String(error) })
}

/** Which subscriptions a service may mean when it says "poll now". */
function identityWrites({ db }: RunnerCtx, user_id: string, programs: readonly Program[]) {
  const triggers = programs.flatMap(({ branches }) => branches.map(({ trigger }) => trigger))
  const polled = triggers
    .filter(({ account_id }) => account_id !== null)
    .map(({ identity, module_name, account_id }) => [identity, module_name, account_id])
  // One bound value each: D1 takes at most 100.
  const list = sql`json_each(${JSON.stringify(polled)})`
  return [
    db
      .delete(trigger_identities)
      .where(
        and(
          eq(trigger_identities.user_id, user_id),
          sql`${trigger_identities.identity} not in (select value ->> 0 from ${list})`,
        ),
      ),
    db
      .insert(trigger_identities)
      .select(sql`select value ->> 0, ${user_id}, value ->> 1, value ->> 2, null from ${list} where true`)
      .onConflictDoNothing(),
  ]
}
