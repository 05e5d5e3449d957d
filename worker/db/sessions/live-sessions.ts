import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { SESSION_IDLE } from '../../contract/limits.ts'
import type { Db } from '../../system/d1/client.ts'
import { prepared, type Given } from '../d1-batch.ts'
import { sessions, users } from '../schema/accounts.ts'

/** The condition that a session is still valid. */
export function isLiveSession(now: Given<number>) {
  const { revoked_at, expires_at, last_seen_at } = sessions
  return and(isNull(revoked_at), gt(expires_at, now), gt(last_seen_at, sql`${now} - ${SESSION_IDLE}`))
}

export function isLiveSessionOf(userId: Given<string>, now: Given<number>) {
  return and(eq(sessions.user_id, userId), isLiveSession(now))
}

/** The condition on `sessions` with `users` that this session signs in its user, whose account is not being deleted. */
export function isSignedIn(sessionHash: Given<string>, now: Given<number>) {
  return and(eq(sessions.token_hash, sessionHash), isLiveSession(now), isNull(users.deletes_at))
}

/** Who is signed in with this session, for calls that need no more of their user. No row for nobody. */
export const signedInQuery = prepared((db, { sessionHash, now }: { sessionHash: Given<string>; now: Given<number> }) =>
  db
    .select({ user_id: sessions.user_id, session_id: sql<string>`${sessions.id}`.as('session_id') })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(isSignedIn(sessionHash, now)),
)

/** The session's user as a subquery. `signedInQuery` or the actor's, in the same batch, checks that the session is live. */
export function sessionUser(db: Db, sessionHash: Given<string>) {
  return db.select({ id: sessions.user_id }).from(sessions).where(eq(sessions.token_hash, sessionHash))
}
