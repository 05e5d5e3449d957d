import type { Ctx } from '../../system/context/context.ts'
import { endOwnSession } from '../../db/users/user-sessions.ts'

/** Ends this browser's session, if any. */
export async function signOut(ctx: Ctx): Promise<void> {
  if (ctx.sessionHash) await endOwnSession(ctx, ctx.sessionHash)
}
