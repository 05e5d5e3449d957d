import type { Ctx } from '../../system/context/context.ts'
import type { SignInInput } from '../../contract/accounts/account-input.ts'
import { readUserByEmail } from '../../db/users/users.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { hashPassword, needsRehash, verifyPassword } from './password-hash.ts'
import { countPasswordTry } from './passwords/password-tries.ts'
import { signInByFirstFactor, type SignedIn } from './sign-in-by-first-factor.ts'
import { recordRefusal } from '../security-events/record-refusal.ts'
import { knownTimeZone } from './time-zone.ts'

type Input = SignInInput & { timezone?: string | undefined }

/**
 * Signs in with email and password. An unknown email costs the same time and gets the same answer as a wrong password.
 * Where the account has a second factor, it leads to the second step. Throws `bad_credentials` (401), `rate_limited`
 * (429).
 */
export async function signIn(ctx: Ctx, input: Input): Promise<SignedIn> {
  const user = await readUserByEmail(ctx, input.email)
  const triesOfSuccess = await countPasswordTry(ctx, input.email, user)
  const N = ctx.settings.SCRYPT_N
  const right = await verifyPassword(input.password, user?.password_hash ?? null, N)
  if (!user?.password_hash || !right) {
    if (user) recordRefusal(ctx, { kind: 'signed_in', user_id: user.id, session_id: null })
    throw new AppError('bad_credentials')
  }
  const isOld = needsRehash(user.password_hash, N)
  const password_hash = isOld ? await hashPassword(input.password, N) : user.password_hash
  const timezone = knownTimeZone(input.timezone)
  const signedIn = await signInByFirstFactor(ctx, {
    user: { ...user, password_hash },
    outcome: { event: 'signed_in' },
    shown: [{ write: 'password_used', owner: user, password_hash, timezone }, ...triesOfSuccess],
  })
  if (!signedIn) throw new AppError('bad_credentials')
  // Schedules follow the browser's time zone.
  if (input.timezone) ctx.accountParts.runner.deferSync(ctx, user.id)
  return signedIn
}
