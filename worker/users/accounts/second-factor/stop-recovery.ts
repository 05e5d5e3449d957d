import type { Ctx } from '../../../system/context/context.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { stopRecoveryByLink } from '../../../db/users/recoveries.ts'
import { readUser } from '../../../db/users/users.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { tellSecurityEvent } from '../../security-events/tell-security-event.ts'
import { readEmailLink, refuseSpent } from '../email-links.ts'

/**
 * POST /api/second_factor/recovery/stop: the press on the page of a mailed link, with or without a session. Stops the
 * waiting period that the link was mailed for, and what is half signed in. Throws `invalid_link` (422) for a link that
 * was used, or whose waiting period has let somebody in.
 */
export async function stopRecovery(ctx: Ctx, { token }: { token: string }): Promise<void> {
  const link = await readEmailLink(ctx, 'stop_recovery', token).catch(refuseLink)
  const user = await readUser(ctx, link.user_id)
  if (!user) throw new AppError('invalid_link')
  const event = { kind: 'recovery_stopped', user_id: user.id, session_id: null } as const
  const stopped = await stopRecoveryByLink(ctx, link, link.state ?? '', event)
    .catch(refuseSpent)
    .catch(refuseLink)
  if (stopped) return tellSecurityEvent(ctx, user, event)
  // Stopped by another link or a sign-in, which is what was asked for; or too late.
  if (user.second_factor_at === null) throw new AppError('invalid_link', { message: SENTENCES.recovery_is_over })
}

/** Nobody can ask for such a link: another one comes with the next mail. */
function refuseLink(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'invalid_link') throw error
  throw new AppError('invalid_link', { message: SENTENCES.recovery_link_over, cause: error })
}
