import type { Ctx } from '../../system/context/context.ts'
import { readAnyRunnerId } from '../../db/runners/told-runners.ts'
import type { RunnerApi } from '../../system/runner-api/runner-api.ts'
import type { DownloadSection } from '../../system/context/account-parts.ts'

const RUNS_AT_ONCE = 50
const ENTRIES_AT_ONCE = 200

/** The user's runs with their contents as their pages show them, newest first, from the Runner. */
export function runSection(ctx: Ctx, user_id: string): DownloadSection {
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
export function storeSection(ctx: Ctx, user_id: string): DownloadSection {
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
