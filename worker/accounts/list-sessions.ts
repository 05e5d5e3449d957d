import { desc, eq } from 'drizzle-orm'
import type { Ctx } from '../context/context.ts'
import type { SessionsResponse } from '../contract/accounts/me.ts'
import { requireUser } from '../session/actor.ts'
import { isLiveSessionOf } from '../session/live-sessions.ts'
import { sessions } from '../db/schema/accounts.ts'

/** Robots may sign in often; what is not listed can be ended with all others. */
const SESSIONS_LISTED = 100

/** The user's live sessions, at most a hundred: this browser first, then the most recently seen. */
export async function listSessions(ctx: Ctx): Promise<SessionsResponse> {
  const user = await requireUser(ctx)
  const rows = await ctx.db
    .select({
      id: sessions.id,
      user_agent: sessions.user_agent,
      created_at: sessions.created_at,
      last_seen_at: sessions.last_seen_at,
    })
    .from(sessions)
    .where(isLiveSessionOf(user.id, ctx.now()))
    .orderBy(desc(eq(sessions.id, user.session_id)), desc(sessions.last_seen_at), desc(sessions.created_at))
    .limit(SESSIONS_LISTED)
  return { sessions: rows.map((row) => ({ ...row, current: row.id === user.session_id })) }
}
