import type { Ctx } from '../../../system/context/context.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { MINUTE } from '../../../contract/shared/durations.ts'
import { readUser } from '../../../db/users/users.ts'
import { markSessionProved } from '../../../db/users/user-sessions.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { bucketOf, countTries, type RateLimitRule } from '../../../db/rate-limit.ts'
import { requireUser } from '../../../system/context/require-user.ts'
import { verifyPassword } from '../password-hash.ts'
import { waysOf } from './list-proof-ways.ts'

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
  const row = await readUser(ctx, user.id)
  const right = await verifyPassword(password, row?.password_hash ?? null, ctx.settings.SCRYPT_N)
  if (!right) throw new AppError('invalid_input', { attribute: 'password', message: SENTENCES.wrong_password })
  const proof = { way: 'password', bucket: await bucketOf(ctx, tried) } as const
  await markSessionProved(ctx, { id: user.session_id, user_id: user.id }, proof)
}
