import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { SESSION_IDLE } from '../../contract/limits.ts'
import type { Given } from '../../db/d1-batch.ts'
import { sessions } from '../../db/schema/accounts.ts'

/** The condition that a session is still valid. */
export function isLiveSession(now: Given<number>) {
  const { revoked_at, expires_at, last_seen_at } = sessions
  return and(isNull(revoked_at), gt(expires_at, now), gt(last_seen_at, sql`${now} - ${SESSION_IDLE}`))
}

export function isLiveSessionOf(userId: Given<string>, now: Given<number>) {
  return and(eq(sessions.user_id, userId), isLiveSession(now))
}
