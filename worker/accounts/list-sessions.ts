import { desc, eq } from 'drizzle-orm'
import type { Ctx } from '../context/context.ts'
import type { SessionsResponse } from '../contract/accounts/me.ts'
import { prepareOnce, type GivenAll } from '../db/prepare-once.ts'
import { requireUser } from '../session/actor.ts'
import { isLiveSessionOf } from '../session/live-sessions.ts'
import { sessions } from '../db/schema/accounts.ts'

/** Robots may sign in often; what is not listed can be ended with all others. */
const SESSIONS_LISTED = 100

/** The user's live sessions, at most a hundred: this browser first, then the most recently seen. */
export async function listSessions(ctx: Ctx): Promise<SessionsResponse> {
  const user = await requireUser(ctx)
  const rows = await liveQuery(ctx.db, { userId: user.id, session_id: user.session_id, now: ctx.now() })
  return { sessions: rows.map((row) => ({ ...row, current: row.id === user.session_id })) }
}

type Asked = GivenAll<{ userId: string; session_id: string; now: number }>

const liveQuery = prepareOnce((db, { userId, session_id, now }: Asked) => {
  const { id, user_agent, created_at, last_seen_at } = sessions
  return db
    .select({ id, user_agent, created_at, last_seen_at })
    .from(sessions)
    .where(isLiveSessionOf(userId, now))
    .orderBy(desc(eq(id, session_id)), desc(last_seen_at), desc(created_at))
    .limit(SESSIONS_LISTED)
})
