import type { Ctx } from '../../../system/context/context.ts'
import { appletIdOfDraft } from '../../../contract/drafts/draft-runs.ts'
import { logFailure } from '../../../engine/runner-sync/sync-runner.ts'
import { findRunnerOf } from '../../../engine/runs/own-runner.ts'

/** After a draft was deleted: what its tests still wait for is canceled, after the response. */
export function stopTests(ctx: Ctx, user_id: string, draft_id: number): void {
  const stop = async () => {
    const runner = await findRunnerOf(ctx, user_id)
    await runner?.cancelApplet(appletIdOfDraft(draft_id))
  }
  ctx.defer(stop().catch(logFailure))
}
