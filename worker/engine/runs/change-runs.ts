import { RUN_ID } from '../../contract/runs/applet-run.ts'
import type { RunBegun, RunsTaken } from '../../contract/runs/run-answers.ts'
import type { ReplayAllInput, ResolveInput } from '../../contract/runs/run-input.ts'
import { SENTENCES } from '../../contract/errors.ts'
import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import type { RunnerApi } from '../../system/runner-api/runner-api.ts'
import { requireOwnRunner } from './own-runner.ts'
import { fromRunner } from '../../system/runner-api/from-runner.ts'

/** How many runs one press replays, and how many are listed at once. */
const REPLAYED_AT_ONCE = 1000
const LISTED_AT_ONCE = 100

/**
 * Every verb here changes only the signed-in user's own runs: their Runner knows no others. Each throws
 * `not_signed_in`, `not_found`, `runs_unavailable`.
 */

/** Runs it again from the step that failed; steps that succeeded are not done again. `conflict` if it did not fail. */
export async function replayRun(ctx: Ctx, id: string, { as_it_was }: { as_it_was: boolean }): Promise<RunsTaken> {
  return takenOne(await askFor(ctx, id, (runner) => runner.replay({ runs: [id], as_it_was })))
}

/** Replays all runs that the filter shows, newest first, at most a thousand. */
export async function replayAll(ctx: Ctx, { as_it_was, q, ...filter }: ReplayAllInput): Promise<RunsTaken> {
  const runner = await requireOwnRunner(ctx)
  if (!runner) return { runs: 0 }
  const query = { ...filter, ...(q && { text: q }), limit: LISTED_AT_ONCE }
  const runs: string[] = []
  let before: string | undefined
  do {
    const from = before
    const page = await fromRunner(() => runner.listRuns({ ...query, before: from }))
    runs.push(...page.runs.map(({ id }) => id))
    before = page.next ?? undefined
  } while (before && runs.length < REPLAYED_AT_ONCE)
  if (runs.length === 0) return { runs: 0 }
  return { runs: await fromRunner(() => runner.replay({ runs, as_it_was })) }
}

/** Runs the same event again as a new run, every action included. `conflict` if its contents are gone. */
export async function runAgain(ctx: Ctx, id: string): Promise<RunBegun> {
  const run = await askFor(ctx, id, (runner) => runner.runAgain(id))
  if (run === null) throw new AppError('conflict', { message: SENTENCES.not_to_replay })
  return { run }
}

/** Stops a run that waits, retries or is held. `conflict` if it has ended or has a step under way. */
export async function cancelRun(ctx: Ctx, id: string): Promise<RunsTaken> {
  return takenOne(await askFor(ctx, id, (runner) => runner.cancel([id])))
}

/** Makes the next try of a run that is held or tried again at once. `conflict` where something else has to end first. */
export async function tryRunNow(ctx: Ctx, id: string): Promise<RunsTaken> {
  return takenOne(await askFor(ctx, id, (runner) => runner.tryNow(id)))
}

/** Answers "We don't know whether this happened" of one action. `conflict` if that is known by now. */
export async function resolveRun(ctx: Ctx, id: string, { position, answer }: ResolveInput): Promise<RunsTaken> {
  return takenOne(await askFor(ctx, id, (runner) => runner.resolveUnsure(id, position, answer)))
}

async function askFor<Answer>(ctx: Ctx, id: string, ask: (runner: RunnerApi) => Promise<Answer>): Promise<Answer> {
  const runner = await requireOwnRunner(ctx)
  if (!runner || !RUN_ID.test(id)) throw new AppError('not_found')
  return fromRunner(() => ask(runner))
}

function takenOne(taken: number | boolean): RunsTaken {
  if (!taken) throw new AppError('conflict')
  return { runs: 1 }
}
