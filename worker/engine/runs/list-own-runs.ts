import { RUN_PAGE_SIZE } from '../../contract/runs/applet-run.ts'
import type { RunDaysResponse, RunsResponse } from '../../contract/runs/run-answers.ts'
import type { Ctx } from '../../system/context/context.ts'
import { requireOwnRunner, requireRunnerWithNames } from './own-runner.ts'
import { fromRunner } from '../../system/runner-api/from-runner.ts'
import type { RunQuery } from '../../system/runner-api/runner-api.ts'
import { nameRuns } from './name-runs.ts'

/** A page of the user's own runs, newest first. Throws `not_signed_in`, `runs_unavailable`. */
export async function listRuns(ctx: Ctx, { text, ...asked }: Omit<RunQuery, 'limit'>): Promise<RunsResponse> {
  const { runner, names: known, sessionHash } = await requireRunnerWithNames(ctx)
  if (!runner) return { runs: [], next: null }
  const query = { ...asked, ...(text && { text }), limit: RUN_PAGE_SIZE }
  const { runs, next } = await fromRunner(() => runner.listRuns(query))
  const names = await nameRuns(ctx, sessionHash, runs, known)
  return { runs: runs.map((run) => ({ ...run, applet: names.get(run.applet_id) ?? null })), next }
}

/** The user's runs of the last 30 days by outcome; of one Applet, or of all. Throws as `listRuns`. */
export async function readRunDays(ctx: Ctx, applet_id: number | null): Promise<RunDaysResponse> {
  const runner = await requireOwnRunner(ctx)
  return { days: runner ? await fromRunner(() => runner.days(applet_id)) : [] }
}
