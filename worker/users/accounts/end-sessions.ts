import type { Ctx } from '../../system/context/context.ts'
import { endLiveSession, endLiveSessionsBut } from '../../db/users/user-sessions.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { tellSecurityEvent } from '../security-events/tell-security-event.ts'
import { requireUser } from '../../system/context/require-user.ts'

/** Ends one of the user's own sessions. Throws `not_found` (404) for any other. */
export async function endSession(ctx: Ctx, { id }: { id: string }): Promise<{ current: boolean }> {
  const user = await requireUser(ctx)
  if (!(await endLiveSession(ctx, { id, user_id: user.id }))) throw new AppError('not_found')
  return { current: id === user.session_id }
}

/** Ends all of the user's sessions but this browser's. */
export async function endOtherSessions(ctx: Ctx): Promise<void> {
  const user = await requireUser(ctx)
  const event = { kind: 'sessions_ended', user_id: user.id, session_id: user.session_id } as const
  await endLiveSessionsBut(ctx, event)
  tellSecurityEvent(ctx, user, event)
}
