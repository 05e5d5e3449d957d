import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import { sessions } from '../../db/schema/accounts.ts'
import { isLiveSessionOf } from '../../session/live-sessions.ts'

/** The statement that notes that the session's user has just shown that it is them. */
export function proveSession({ db, ...ctx }: Ctx, session: { id: string; user_id: string }) {
  return db
    .update(sessions)
    .set({ proved_at: ctx.now() })
    .where(and(eq(sessions.id, session.id), isLiveSessionOf(session.user_id, ctx.now())))
}
