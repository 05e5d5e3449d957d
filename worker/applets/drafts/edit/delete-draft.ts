import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../../system/context/context.ts'
import { drafts } from '../../../db/schema/drafts.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { stopTests } from './stop-tests.ts'
import { requireUser } from '../../../system/context/require-user.ts'

/** Deletes the viewer's draft. Throws `not_signed_in`; `not_found` for one that is not theirs, or is gone. */
export async function deleteDraft(ctx: Ctx, id: number): Promise<void> {
  const { id: user_id } = await requireUser(ctx)
  const gone = await ctx.db
    .delete(drafts)
    .where(and(eq(drafts.id, id), eq(drafts.user_id, user_id)))
    .returning({ id: drafts.id })
  if (gone.length === 0) throw new AppError('not_found')
  stopTests(ctx, user_id, id)
}
