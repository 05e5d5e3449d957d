import { and, ne } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import { insertSecurityEvent } from '../../db/users/security-events.ts'
import { tellSecurityEvent } from '../security-events/tell-security-event.ts'
import { requireUser } from '../../system/context/require-user.ts'
import { isLiveSessionOf } from '../../db/users/live-sessions.ts'
import { sessions } from '../../db/schema/accounts.ts'

/** Ends all of the user's sessions but this browser's. */
export async function endOtherSessions(ctx: Ctx): Promise<void> {
  const user = await requireUser(ctx)
  const event = { kind: 'sessions_ended', user_id: user.id, session_id: user.session_id } as const
  await ctx.db.batch([
    insertSecurityEvent(ctx, event),
    ctx.db
      .update(sessions)
      .set({ revoked_at: ctx.realNow() })
      .where(and(ne(sessions.id, user.session_id), isLiveSessionOf(user.id, ctx.realNow()))),
  ])
  tellSecurityEvent(ctx, user, event)
}
