import { eq } from 'drizzle-orm'
import type { Ctx } from '../../../system/context/context.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { MINUTE } from '../../../contract/shared/durations.ts'
import { users } from '../../../db/schema/accounts.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { bucketOf, countTries, forgetTries, type RateLimitRule } from '../../../db/rate-limit.ts'
import { requireUser } from '../../../system/context/require-user.ts'
import { verifyPassword } from '../password-hash.ts'
import { waysOf } from './list-proof-ways.ts'
import { proveSession } from './prove-session.ts'

/** Someone with a borrowed session guesses no better than someone at the sign-in page. */
export const PROOF_PER_USER: RateLimitRule = { rule: 'proof_user', tries: 10, window: 15 * MINUTE }

/**
 * POST /api/session/proof: shows with the password that it is the user; counts for 15 minutes. Throws `invalid_input`
 * (422) for a wrong password, `not_found` (404) if a password proves nothing for this account, `rate_limited` (429).
 */
export async function proveWithPassword(ctx: Ctx, password: string): Promise<void> {
  const user = await requireUser(ctx)
  const tried = { limit: PROOF_PER_USER, whom: user.id }
  await countTries(ctx, tried)
  if (!(await waysOf(ctx, user.id)).includes('password')) throw new AppError('not_found')
  const [row] = await ctx.db.select({ password_hash: users.password_hash }).from(users).where(eq(users.id, user.id))
  const right = await verifyPassword(password, row?.password_hash ?? null, ctx.settings.SCRYPT_N)
  if (!right) throw new AppError('invalid_input', { attribute: 'password', message: SENTENCES.wrong_password })
  await ctx.db.batch([
    proveSession(ctx, { id: user.session_id, user_id: user.id }, 'password'),
    forgetTries(ctx.db, await bucketOf(ctx, tried)),
  ])
}
