import { and, eq, gt, isNull } from 'drizzle-orm'
import { SESSION_IDLE } from '../contract/limits.ts'
import { sessions } from '../db/schema/accounts.ts'

/** The condition that a session is still valid. */
export function isLiveSession(now: number) {
  return and(isNull(sessions.revoked_at), gt(sessions.expires_at, now), gt(sessions.last_seen_at, now - SESSION_IDLE))
}

export function isLiveSessionOf(userId: string, now: number) {
  return and(eq(sessions.user_id, userId), isLiveSession(now))
}
