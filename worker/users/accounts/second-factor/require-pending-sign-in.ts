import type { Ctx } from '../../../system/context/context.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { noteForLog } from '../../../system/log/log-ids.ts'
import { readPendingSignIn, type PendingSignIn } from '../pending-sign-in/pending-sign-in.ts'

/** The sign-in that waits for its second step in this browser. Throws `second_step_expired` (401). */
export async function requirePendingSignIn(ctx: Ctx, token: string | null): Promise<PendingSignIn> {
  const pending = await readPendingSignIn(ctx, token)
  if (!pending) throw new AppError('second_step_expired')
  noteForLog({ user_id: pending.user.id })
  return pending
}
