import { and, count, eq, inArray, lt } from 'drizzle-orm'
import { enablements } from '../../db/schema/applets.ts'
import type { ActorUser, Ctx, DbCtx } from '../../system/context/context.ts'
import type { Db } from '../../system/d1/client.ts'
import { prepared, runBatch, type Given } from '../../db/d1-batch.ts'
import type { Me, MeResponse } from '../../contract/accounts/me.ts'
import { sessionUser } from '../../db/users/live-sessions.ts'
import { actorQuery } from '../../db/users/actor-query.ts'
import { toActor } from '../session/actor.ts'
import { isOperator } from '../session/require-operator.ts'
import { unreadQuery } from '../../db/messages/notifications.ts'
import { readPendingDeletion } from '../session/pending-deletion.ts'
import { sessionCsrfToken } from '../../system/http/csrf.ts'
import { slotsOf } from '../../contract/enablement/applet-quota.ts'
import { sessions } from '../../db/schema/accounts.ts'
import { HOUR } from '../../contract/shared/durations.ts'

/** GET /api/me. An account that is being deleted costs one more round trip, and nothing else does. */
export async function readMe(ctx: Ctx): Promise<MeResponse> {
  const me = await getMe(ctx)
  const pending = me ? null : await readPendingDeletion(ctx)
  if (!pending) return { me }
  const { user_id: _, ...deletion } = pending
  return { me, deletion }
}

/** The signed-in user with the Applet quota (§3), in one round trip. Null for a visitor. */
export async function getMe(ctx: Ctx): Promise<Me | null> {
  const { db, sessionHash } = ctx
  if (!sessionHash) return null
  const now = ctx.realNow()
  const [rows, [enabled], [notified]] = await runBatch(db, [
    actorQuery(db, sessionHash, now),
    ...countQueries(db, { sessionHash }),
  ])
  const actor = toActor(rows, ctx.now())
  if (!actor) return null
  const lastSeen = rows[0]?.last_seen_at ?? now
  if (lastSeen < now - HOUR) ctx.defer(touch(ctx, actor.session_id, now))
  const counts = { enabled: enabled?.count ?? 0, unread: notified?.unread ?? 0 }
  return { ...toMe(actor, counts, await sessionCsrfToken(ctx, sessionHash)), operator: isOperator(ctx, actor.id) }
}

/** How many Applets the session's user has enabled, and unread notifications. The query beside them checks the session. */
const countQueries = prepared((db, { sessionHash }: { sessionHash: Given<string> }) => {
  const user = sessionUser(db, sessionHash)
  return [enabledQuery(db, user), unreadQuery(db, user)] as const
})

function enabledQuery(db: Db, user: ReturnType<typeof sessionUser>) {
  return db
    .select({ count: count().as('count') })
    .from(enablements)
    .where(and(inArray(enablements.user_id, user), eq(enablements.status, 'enabled')))
}

/** Extends the session's idle time, at most once an hour, so that not every read costs a write. */
async function touch({ db }: DbCtx, id: string, now: number): Promise<void> {
  await db
    .update(sessions)
    .set({ last_seen_at: now })
    .where(and(eq(sessions.id, id), lt(sessions.last_seen_at, now - HOUR)))
}

type Counts = { enabled: number; unread: number }

function toMe(actor: ActorUser, { enabled, unread }: Counts, csrf_token: string): Omit<Me, 'operator'> {
  const { email_verified_at, student: _student, proved_at: _proved, ...same } = actor
  return {
    ...same,
    csrf_token,
    unread,
    email_verified: email_verified_at !== null,
    ...slotsOf(actor.tier, enabled),
  }
}
