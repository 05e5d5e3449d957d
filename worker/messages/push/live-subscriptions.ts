import { eq, isNull, or } from 'drizzle-orm'
import { sessions } from '../../db/schema/accounts.ts'
import type { Db } from '../../system/d1/client.ts'
import { push_subscriptions } from '../../db/schema/push.ts'

/**
 * The browsers that may still be notified. A session that the user ended, here or remotely, gets no more notifications.
 */
export function liveSubscriptions(db: Db) {
  const { id, user_id, endpoint, p256dh, auth, session_id } = push_subscriptions
  return db
    .select({ id, user_id, endpoint, p256dh, auth })
    .from(push_subscriptions)
    .leftJoin(sessions, eq(sessions.id, session_id))
    .$dynamic()
}

export const isLive = or(isNull(push_subscriptions.session_id), isNull(sessions.revoked_at))
