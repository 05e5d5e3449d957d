import { desc } from 'drizzle-orm'
import type { Ctx } from '../context/context.ts'
import type { SessionsResponse } from '../contract/accounts/me.ts'
import { prepareOnce, type Given } from '../db/prepare-once.ts'
import { requireUser } from '../session/actor.ts'
import { isLiveSessionOf } from '../session/live-sessions.ts'
import { sessions } from '../db/schema/accounts.ts'

/** The user's live sessions: this browser first, then the most recently seen. */
export async function listSessions(ctx: Ctx): Promise<SessionsResponse> {
  const user = await requireUser(ctx)
  const rows = await liveQuery(ctx.db, { userId: user.id, now: ctx.now() })
  const listed = rows.map((row) => ({ ...row, current: row.id === user.session_id }))
  return { sessions: listed.toSorted((a, b) => Number(b.current) - Number(a.current)) }
}

const liveQuery = prepareOnce((db, { userId, now }: { userId: Given<string>; now: Given<number> }) => {
  const { id, user_agent, created_at, last_seen_at } = sessions
  return db
    .select({ id, user_agent, created_at, last_seen_at })
    .from(sessions)
    .where(isLiveSessionOf(userId, now))
    .orderBy(desc(last_seen_at), desc(created_at))
})
