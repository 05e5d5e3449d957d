import type { Ctx } from '../../system/context/context.ts'
import type { SessionsResponse } from '../../contract/accounts/me.ts'
import { readLiveSessions } from '../../db/users/user-sessions.ts'
import { AppError } from '../../system/errors/app-error.ts'

/** The user's live sessions, at most a hundred: this browser first, then the most recently seen. */
export async function listSessions(ctx: Ctx): Promise<SessionsResponse> {
  const { sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const { actor, sessions } = await readLiveSessions(ctx, { sessionHash, now: ctx.realNow() })
  const [own] = actor
  if (!own) throw new AppError('not_signed_in')
  return { sessions: sessions.map((session) => ({ ...session, current: session.id === own.session_id })) }
}
