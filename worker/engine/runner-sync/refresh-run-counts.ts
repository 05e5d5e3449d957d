import { saveRunCounts } from '../../db/applets/saved-run-counts.ts'
import { readRunnerId } from '../../db/runners.ts'
import type { RunnerCtx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'
import { fromRunner } from '../../system/runner-api/from-runner.ts'

/** Brings D1's copies up to date now, before something is decided by them. Old copies serve where a Runner is away. */
export async function refreshRunCounts(ctx: RunnerCtx, user_id: string): Promise<void> {
  const runner_id = await readRunnerId(ctx, user_id)
  if (runner_id === null) return
  try {
    await saveRunCounts(ctx, user_id, await fromRunner(() => ctx.runners.get(runner_id).counts()))
  } catch (error) {
    log('warn', 'run_counts_stale', { message: String(error) })
  }
}
