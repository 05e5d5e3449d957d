import type { RunnerCtx } from '../../system/context/context.ts'
import { giveRunner } from '../../db/runners.ts'
import { noteTold } from '../../db/runners/told-runners.ts'
import { log } from '../../system/log/log.ts'
import { usedServices, type Program } from '../../system/runner-api/program.ts'
import type { RunnerApi, SyncAnswer } from '../../system/runner-api/runner-api.ts'
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
  const { snapshot } = read
  const answer = await runner.sync({ ...snapshot, service_files })
  const polled = { triggers: polledTriggers(snapshot.programs), left: 'all others' } as const
  await takeAnswer(ctx, runner, answer, { user_id, before: null, applied: snapshot.wanted, polled })
  return runner
}

type Told = Omit<Parameters<typeof noteTold>[1], 'wake_by' | 'services'>

/** Gives the Runner what it lacks, and notes in D1 what it was told: the Runner may have more, from another call. */
export async function takeAnswer(
  ctx: RunnerCtx,
  runner: RunnerApi,
  { wake_by, services = [], lacks = [] }: SyncAnswer,
  told: Told,
): Promise<void> {
  if (lacks.length > 0) await runner.addServices(lacks, await ctx.readServiceFiles(lacks))
  await noteTold(ctx, { ...told, wake_by, services })
}

/** Lets the sync continue after the response. A failure is logged; the minute's job makes up for it. */
export function deferSync(ctx: RunnerCtx, user_id: string): void {
  ctx.defer(syncRunner(ctx, user_id).catch((error: unknown) => logFailure(error)))
}

export function logFailure(error: unknown): void {
  log('error', 'runner_not_synced', { message: String(error) })
}

/** Of an account: about these a service may say "poll now". */
export function polledTriggers(programs: readonly Program[]) {
  const triggers = programs.flatMap(({ branches }) => branches.map(({ trigger }) => trigger))
  return triggers.flatMap(({ identity, module_name, account_id }) =>
    account_id === null ? [] : [{ identity, module_name, account_id }],
  )
}

/**
 * The id of the user's Runner, made with the first call. Of two at the same time both get the same. Throws if the
 * account is deleted.
 */
export async function ensureRunner(ctx: RunnerCtx, user_id: string): Promise<string> {
  const [row] = await giveRunner(ctx, user_id, ctx.runners.newId())
  if (!row?.runner_id || row.deleted_at !== null) throw new Error('A deleted account has no Runner.')
  return row.runner_id
}
