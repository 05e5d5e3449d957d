import type { RowsForUser } from '../../db/applets/applet-rows.ts'
import { nameSeenBy } from '../../db/applets/public-face.ts'
import type { WantedStep } from '../../db/runners.ts'
import type { RunnerCtx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'
import { usedServices, type Program, type ProgramChange } from '../../system/runner-api/program.ts'
import { programOf } from './read-snapshot.ts'
import { logFailure, polledTriggers, syncRunner, takeAnswer } from './sync-runner.ts'

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
 * was not heard: then the Runner has to be told everything (sync-runner.ts). Never throws.
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
