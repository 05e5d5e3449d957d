import type { Ctx } from '../../../system/context/context.ts'
import { appletIdOfDraft } from '../../../contract/drafts/draft-runs.ts'
import { deleteDraftRow } from '../../../db/applets/drafts.ts'
import { logFailure } from '../../../engine/runner-sync/sync-runner.ts'
import { findRunnerOf } from '../../../engine/runs/own-runner.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { requireUser } from '../../../system/context/require-user.ts'

/** Deletes the viewer's draft. Throws `not_signed_in`; `not_found` for one that is not theirs, or is gone. */
export async function deleteDraft(ctx: Ctx, id: number): Promise<void> {
  const { id: user_id } = await requireUser(ctx)
  if (!(await deleteDraftRow(ctx.db, user_id, id))) throw new AppError('not_found')
  stopTests(ctx, user_id, id)
}

/** What the tests of a deleted draft still wait for is canceled, after the response. */
function stopTests(ctx: Ctx, user_id: string, draft_id: number): void {
  const stop = async () => {
    const runner = await findRunnerOf(ctx, user_id)
    await runner?.cancelApplet(appletIdOfDraft(draft_id))
  }
  ctx.defer(stop().catch(logFailure))
}
