import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import { sessions } from '../../db/schema/accounts.ts'

/** Ends this browser's session, if any. */
export async function signOut(ctx: Ctx): Promise<void> {
  if (!ctx.sessionHash) return
  await ctx.db
    .update(sessions)
    .set({ revoked_at: ctx.realNow() })
    .where(and(eq(sessions.token_hash, ctx.sessionHash), isNull(sessions.revoked_at)))
}
