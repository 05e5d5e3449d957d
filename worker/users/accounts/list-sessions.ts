import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { SessionsResponse } from '../../contract/accounts/me.ts'
import { prepared, runBatch, type GivenAll } from '../../db/d1-batch.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { sessionUser } from '../../db/users/live-sessions.ts'
import { actorQuery } from '../../db/users/actor-query.ts'
import { isLiveSession } from '../../db/users/live-sessions.ts'
import { sessions } from '../../db/schema/accounts.ts'

/** Robots may sign in often; what is not listed can be ended with all others. */
const SESSIONS_LISTED = 100

/** The user's live sessions, at most a hundred: this browser first, then the most recently seen. */
export async function listSessions(ctx: Ctx): Promise<SessionsResponse> {
  const { db, sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const now = ctx.realNow()
  const [[actor], rows] = await runBatch(db, [actorQuery(db, sessionHash, now), liveQuery(db, { sessionHash, now })])
  if (!actor) throw new AppError('not_signed_in')
  return { sessions: rows.map((row) => ({ ...row, current: row.id === actor.session_id })) }
}

type Asked = GivenAll<{ sessionHash: string; now: number }>

const liveQuery = prepared((db, { sessionHash, now }: Asked) => {
  const { id, user_agent, created_at, last_seen_at, token_hash, user_id } = sessions
  return db
    .select({ id, user_agent, created_at, last_seen_at })
    .from(sessions)
    .where(and(inArray(user_id, sessionUser(db, sessionHash)), isLiveSession(now)))
    .orderBy(desc(eq(token_hash, sessionHash)), desc(last_seen_at), desc(created_at))
    .limit(SESSIONS_LISTED)
})
