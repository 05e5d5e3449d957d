import { markRunnerDeleted } from '../../db/runners/told-runners.ts'
import type { RunnerPart } from '../../system/context/account-parts.ts'
import type { Ctx } from '../../system/context/context.ts'
import { runSection, storeSection } from './runner-sections.ts'
import { refreshRunCounts } from './refresh-run-counts.ts'
import { stopRuns } from './stop-runs.ts'
import { deferSync } from './sync-runner.ts'

export const runnerPart: RunnerPart<Ctx> = {
  deferSync,
  stopRuns,
  refreshRunCounts,
  forgetRunner,
  sectionsOf: (ctx, user_id) => [storeSection(ctx, user_id), runSection(ctx, user_id)],
}

/**
 * Deletes a user's Runner with all that it keeps, for good. The tombstone in D1 comes first, so that from then on no
 * sync begins; one under way is refused by the Runner. Can be repeated. Throws if the Runner cannot be reached.
 */
async function forgetRunner(ctx: Ctx, user_id: string): Promise<void> {
  const runner_id = await markRunnerDeleted(ctx, user_id)
  if (runner_id !== null) await ctx.runners.get(runner_id).forget()
}
