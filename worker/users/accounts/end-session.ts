import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { requireUser } from '../../system/context/require-user.ts'
import { isLiveSessionOf } from '../../db/users/live-sessions.ts'
import { sessions } from '../../db/schema/accounts.ts'

/** Ends one of the user's own sessions. Throws `not_found` (404) for any other. */
export async function endSession(ctx: Ctx, { id }: { id: string }): Promise<{ current: boolean }> {
  const user = await requireUser(ctx)
  const ended = await ctx.db
    .update(sessions)
    .set({ revoked_at: ctx.realNow() })
    .where(and(eq(sessions.id, id), isLiveSessionOf(user.id, ctx.realNow())))
    .returning({ id: sessions.id })
  if (ended.length === 0) throw new AppError('not_found')
  return { current: id === user.session_id }
}
