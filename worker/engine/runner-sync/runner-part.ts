import type { RunnerPart } from '../../system/context/account-parts.ts'
import type { Ctx } from '../../system/context/context.ts'
import { forgetRunner } from './forget-runner.ts'
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
