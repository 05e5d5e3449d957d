import type { Ctx } from '../../../system/context/context.ts'
import { RECOVERY_OPEN, RECOVERY_WAITS, type RecoveryState } from '../../../contract/accounts/second-factor.ts'
import { DAY } from '../../../contract/shared/durations.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { countTries, type RateLimitRule } from '../../../db/rate-limit.ts'
import { insertRecovery, readRecovery } from '../../../db/users/recoveries.ts'
import { tellSecurityEvent } from '../../security-events/tell-security-event.ts'
import { requirePendingSignIn } from '../pending-sign-in.ts'
import { mailRecovery } from './mail-recoveries.ts'

/** Each sends mails. Who needs more has stopped some themselves, or had them stopped. */
export const RECOVERIES_PER_USER: RateLimitRule = { rule: 'recovery_user', tries: 3, window: 7 * DAY }

/**
 * POST /api/session/second_step/recovery: begins the 72 hours after which the first factor turns the second one off, and
 * mails the user. Repeating it changes nothing. Times in ms. Throws `second_step_expired` (401), `account_deleting` (403),
 * `rate_limited` (429).
 */
export async function beginRecovery(ctx: Ctx, token: string | null): Promise<RecoveryState> {
  const pending = await requirePendingSignIn(ctx, token)
  const { user } = pending
  if (user.deletes_at !== null) throw new AppError('account_deleting')
  const known = await readRecovery(ctx, user.id)
  if (known) return stateOf(known)
  await countTries(ctx, { limit: RECOVERIES_PER_USER, whom: user.id })
  const id = ctx.id('sfr')
  const due_at = ctx.now() + RECOVERY_WAITS
  const event = { kind: 'recovery_begun', user_id: user.id, session_id: null } as const
  const begun = await insertRecovery(ctx, pending, { id, due_at, expires_at: due_at + RECOVERY_OPEN }, event)
  if (!begun) throw new AppError('second_step_expired')
  if (begun.id === id) {
    tellSecurityEvent(ctx, user, event)
    ctx.defer(mailRecovery(ctx, id))
  }
  return stateOf(begun)
}

function stateOf({ due_at, expires_at }: RecoveryState): RecoveryState {
  return { due_at, expires_at }
}
