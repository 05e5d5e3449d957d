import { markRunnerDeleted, readAnyRunnerId } from '../../db/runners/told-runners.ts'
import type { DownloadSection, RunnerPart } from '../../system/context/account-parts.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { RunnerApi } from '../../system/runner-api/runner-api.ts'
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

const RUNS_AT_ONCE = 50
const ENTRIES_AT_ONCE = 200

/** The user's runs with their contents as their pages show them, newest first, from the Runner. */
function runSection(ctx: Ctx, user_id: string): DownloadSection {
  return {
    name: 'runs',
    async read(after) {
      const runner = await findRunner(ctx, user_id)
      if (!runner) return { rows: [], next: null }
      const { runs, next } = await runner.exportRuns({ limit: RUNS_AT_ONCE, ...(after !== null && { before: after }) })
      return { rows: runs, next }
    },
  }
}

/** The entries that the user's Applets keep in the service Store, in the order in which they were added. */
function storeSection(ctx: Ctx, user_id: string): DownloadSection {
  return {
    name: 'store',
    async read(after) {
      const runner = await findRunner(ctx, user_id)
      const entries = runner ? await runner.exportStore({ after: Number(after ?? 0), limit: ENTRIES_AT_ONCE }) : []
      const rows = entries.map(({ name, kind, value, at }) => ({ name, kind, value, changed_at: at }))
      return { rows, next: entries.length === ENTRIES_AT_ONCE ? String(entries.at(-1)?.id) : null }
    },
  }
}

async function findRunner(ctx: Ctx, user_id: string): Promise<RunnerApi | null> {
  const runner_id = await readAnyRunnerId(ctx, user_id)
  return runner_id === null ? null : ctx.runners.get(runner_id)
}
