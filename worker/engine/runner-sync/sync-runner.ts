import type { RunnerCtx } from '../../system/context/context.ts'
import type { RowsForUser } from '../../db/applets/applet-rows.ts'
import { nameSeenBy } from '../../db/applets/public-face.ts'
import { giveRunner, type WantedStep } from '../../db/runners.ts'
import { noteTold } from '../../db/runners/told-runners.ts'
import { log } from '../../system/log/log.ts'
import { usedServices, type Program, type ProgramChange } from '../../system/runner-api/program.ts'
import type { RunnerApi, SyncAnswer } from '../../system/runner-api/runner-api.ts'
import { programOf, readSnapshot } from './read-snapshot.ts'

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
async function takeAnswer(
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

/** What a press has changed of one Applet of its user. */
export type WrittenChange = {
  user_id: string
  applet_id: number
  /** The Applet and the user's part of it, read with the change or after it. */
  rows: RowsForUser
  /** How far the change brought `wanted`; null where the Runner has to be told everything. */
  step: WantedStep | null
}

/**
 * Tells the user's Runner what a press has changed: the program of one Applet. Returns false where that is not enough, or
 * was not heard: then the Runner has to be told everything. Never throws.
 */
export async function tellChange(ctx: RunnerCtx, change: WrittenChange): Promise<boolean> {
  const { step } = change
  if (step && step.before === step.after) return true
  try {
    return step !== null && (await tellStep(ctx, change, step))
  } catch (error) {
    log('warn', 'program_not_told', { message: String(error) })
    return false
  }
}

/** Lets that continue after the response. A failure is logged; the minute's job makes up for it. */
export function deferTell(ctx: RunnerCtx, change: WrittenChange): void {
  ctx.defer(tellOrSync(ctx, change).catch((error: unknown) => logFailure(error)))
}

async function tellOrSync(ctx: RunnerCtx, change: WrittenChange): Promise<void> {
  if (!(await tellChange(ctx, change))) await syncRunner(ctx, change.user_id)
}

async function tellStep(
  ctx: RunnerCtx,
  { user_id, applet_id, rows }: WrittenChange,
  { before, after }: WantedStep,
): Promise<boolean> {
  const [totals] = rows.totals
  // Something else has changed between the rows and the change.
  if (!totals?.runner_id || totals.wanted !== after) return false
  const program = await programOfRows(rows)
  if (program === undefined) return false
  const service_files = program === null ? [] : await ctx.readServiceFiles(usedServices([program]))
  const change: ProgramChange = { before, wanted: after, applet_id, program, service_files }
  const runner = ctx.runners.get(totals.runner_id)
  const answer = await runner.tellProgram(change)
  if (!answer) return false
  const polled = { triggers: polledTriggers(program === null ? [] : [program]), left: answer.left }
  await takeAnswer(ctx, runner, answer, { user_id, before, applied: after, polled })
  return true
}

/** Null where the user has it off; undefined where the rows show another version than the user's. */
async function programOfRows(rows: RowsForUser): Promise<Program | null | undefined> {
  const [applet] = rows.applet
  const [row] = rows.enablement
  const isHeld = row && (row.status === 'enabled' || row.paused_at !== null)
  // As `readSnapshotRows` reads it for all.
  if (!applet || !isHeld || applet.taken_down !== null) return null
  if (applet.version !== row.version) return undefined
  const name = nameSeenBy(row.user_id, applet)
  const switched_off = rows.live.flatMap(({ slug, disabled }) => (disabled ? [slug] : []))
  // Nobody whose account is being deleted is signed in, and undoing that tells everything.
  return programOf({ row, name, doc: applet.doc, switched_off, paused: false }, rows.accounts)
}
