import { desc } from 'drizzle-orm'
import type { Ctx } from '../context/context.ts'
import type { SessionsResponse } from '../contract/accounts/me.ts'
import { requireUser } from '../session/actor.ts'
import { isLiveSessionOf } from '../session/live-sessions.ts'
import { sessions } from '../db/schema/accounts.ts'

/** The user's live sessions: this browser first, then the most recently seen. */
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
    .orderBy(desc(sessions.last_seen_at), desc(sessions.created_at))
  const listed = rows.map((row) => ({ ...row, current: row.id === user.session_id }))
  return { sessions: listed.toSorted((a, b) => Number(b.current) - Number(a.current)) }
}
