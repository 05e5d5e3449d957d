import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { DbCtx } from '../../system/context/context.ts'
import type { Db } from '../../system/d1/client.ts'
import { prepared, runBatch, runNamed, type Given } from '../d1-batch.ts'
import { sessions } from '../schema/accounts.ts'
import { push_subscriptions } from '../schema/push.ts'
import { sessionUser, signedInQuery } from '../sessions/live-sessions.ts'

type PushSubscription = typeof push_subscriptions.$inferSelect
type Live = Pick<PushSubscription, 'id' | 'user_id' | 'endpoint' | 'p256dh' | 'auth'>

/** The oldest subscriptions beyond this number are removed. */
const BROWSERS_MAX = 20

/** Notifies a user in a browser. Returns false if another user has the endpoint with other keys. */
export async function savePushSubscription({ db }: DbCtx, row: PushSubscription): Promise<boolean> {
  const { id, user_id, created_at, p256dh, auth } = push_subscriptions
  const { id: _id, endpoint: _endpoint, ...own } = row
  const kept = db.select({ id }).from(push_subscriptions).where(eq(user_id, row.user_id))
  const older = kept.orderBy(desc(created_at), desc(id)).limit(1000).offset(BROWSERS_MAX)
  // Only the browser itself knows its keys, and who signs in there next may have it.
  const isSameBrowser = sql`${user_id} = ${row.user_id} or (${p256dh} = ${row.p256dh} and ${auth} = ${row.auth})`
  const { saved } = await runNamed(db, {
    saved: db
      .insert(push_subscriptions)
      .values(row)
      .onConflictDoUpdate({ target: push_subscriptions.endpoint, set: own, setWhere: isSameBrowser })
      .returning({ id }),
    older: db.delete(push_subscriptions).where(and(eq(user_id, row.user_id), inArray(id, older))),
  })
  return saved.length > 0
}

/** Who is signed in, and the endpoints that notify them. */
export function readEndpoints({ db }: DbCtx, { sessionHash, now }: { sessionHash: string; now: number }) {
  return runNamed(db, { signedIn: signedInQuery(db, { sessionHash, now }), browsers: ownQuery(db, { sessionHash }) })
}

const ownQuery = prepared((db, { sessionHash }: { sessionHash: Given<string> }) =>
  liveSubscriptions(db).where(and(inArray(push_subscriptions.user_id, sessionUser(db, sessionHash)), isLive)),
)

/** The user's browsers that may be notified. */
export function readBrowsers({ db }: DbCtx, user_id: string): Promise<Live[]> {
  return runBatch(db, [browsersQuery(db, { user_id })])
}

export const browsersQuery = prepared((db, { user_id }: { user_id: Given<string> }) =>
  liveSubscriptions(db).where(and(eq(push_subscriptions.user_id, user_id), isLive)),
)

/** One that may still be notified. */
export async function readPushSubscription({ db }: DbCtx, id: string): Promise<Live | undefined> {
  const [found] = await liveSubscriptions(db).where(and(eq(push_subscriptions.id, id), isLive))
  return found
}

export async function deletePushSubscription({ db }: DbCtx, id: string): Promise<void> {
  await db.delete(push_subscriptions).where(eq(push_subscriptions.id, id))
}

/** Ignores a missing subscription or another user's. */
export async function deleteOwnSubscription(
  { db }: DbCtx,
  { endpoint, user_id }: Pick<PushSubscription, 'endpoint' | 'user_id'>,
): Promise<void> {
  await db
    .delete(push_subscriptions)
    .where(and(eq(push_subscriptions.endpoint, endpoint), eq(push_subscriptions.user_id, user_id)))
}

/** The browsers that may still be notified. A session that the user ended, here or remotely, gets no more notifications. */
function liveSubscriptions(db: Db) {
  const { id, user_id, endpoint, p256dh, auth, session_id } = push_subscriptions
  return db
    .select({ id, user_id, endpoint, p256dh, auth })
    .from(push_subscriptions)
    .leftJoin(sessions, eq(sessions.id, session_id))
    .$dynamic()
}

const isLive = or(isNull(push_subscriptions.session_id), isNull(sessions.revoked_at))
