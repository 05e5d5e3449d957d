import type { ActorUser, Ctx } from '../../system/context/context.ts'
import type { Me, MeResponse } from '../../contract/accounts/me.ts'
import { readActorWithCounts } from '../../db/messages/menu-counts.ts'
import { touchSession } from '../../db/users/user-sessions.ts'
import { toActor } from '../session/actor.ts'
import { isOperator } from '../session/require-operator.ts'
import { readPendingDeletion } from '../session/pending-deletion.ts'
import { sessionCsrfToken } from '../../system/http/csrf.ts'
import { slotsOf } from '../../contract/enablement/enablement-rules.ts'
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
  const { sessionHash } = ctx
  if (!sessionHash) return null
  const now = ctx.realNow()
  const { actor: rows, enabled, notified } = await readActorWithCounts(ctx, { sessionHash, now })
  const actor = toActor(rows, ctx.now())
  if (!actor) return null
  const lastSeen = rows[0]?.last_seen_at ?? now
  if (lastSeen < now - HOUR) ctx.defer(touchSession(ctx, actor.session_id, now))
  const counts = { enabled: enabled[0]?.count ?? 0, unread: notified[0]?.unread ?? 0 }
  return { ...toMe(actor, counts, await sessionCsrfToken(ctx, sessionHash)), operator: isOperator(ctx, actor.id) }
}

type Counts = { enabled: number; unread: number }

function toMe(actor: ActorUser, { enabled, unread }: Counts, csrf_token: string): Omit<Me, 'operator'> {
  const { email_verified_at, student: _student, proved_at: _proved, ...same } = actor
  return {
    ...same,
    signedIn: true,
    csrf_token,
    unread,
    email_verified: email_verified_at !== null,
    ...slotsOf(actor.tier, enabled),
  }
}
