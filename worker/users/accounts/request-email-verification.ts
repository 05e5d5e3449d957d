import type { Ctx } from '../../system/context/context.ts'
import { requireUser } from '../../system/context/require-user.ts'
import { countTries, VERIFICATION_PER_USER } from '../../db/rate-limit.ts'
import { sendVerification } from './send-verification.ts'

/** Sends the verification mail again unless the address is verified. Throws `rate_limited` (429). */
export async function requestEmailVerification(ctx: Ctx): Promise<void> {
  const user = await requireUser(ctx)
  if (user.email_verified_at !== null) return
  await countTries(ctx, { limit: VERIFICATION_PER_USER, whom: user.id })
  ctx.defer(sendVerification(ctx, user))
}
