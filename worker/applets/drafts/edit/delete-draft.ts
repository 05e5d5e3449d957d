import type { Ctx } from '../../../system/context/context.ts'
import { deleteDraftRow } from '../../../db/applets/drafts.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { stopTests } from './stop-tests.ts'
import { requireUser } from '../../../system/context/require-user.ts'

/** Deletes the viewer's draft. Throws `not_signed_in`; `not_found` for one that is not theirs, or is gone. */
export async function deleteDraft(ctx: Ctx, id: number): Promise<void> {
  const { id: user_id } = await requireUser(ctx)
  if (!(await deleteDraftRow(ctx.db, user_id, id))) throw new AppError('not_found')
  stopTests(ctx, user_id, id)
}
