import { and, eq } from 'drizzle-orm'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import type { SignInInput } from '../../contract/accounts/account-input.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { hashPassword, needsRehash, verifyPassword } from './password-hash.ts'
import { countPasswordTry } from './passwords/password-tries.ts'
import { signInByFirstFactor, type SignedIn } from './sign-in-by-first-factor.ts'
import { recordRefusal } from '../security-events/record-refusal.ts'
import { knownTimeZone, unlessChosen } from './time-zone.ts'
import { users } from '../../db/schema/accounts.ts'

type Input = SignInInput & { timezone?: string | undefined }

/**
 * Signs in with email and password. An unknown email costs the same time and gets the same answer as a wrong password.
 * Where the account has a second factor, it leads to the second step. Throws `bad_credentials` (401), `rate_limited`
 * (429).
 */
export async function signIn(ctx: Ctx, input: Input): Promise<SignedIn> {
  const { id, email, login, password_hash, email_verified_at, second_factor_at } = users
  const [user] = await ctx.db
    .select({ id, email, login, password_hash, email_verified_at, second_factor_at })
    .from(users)
    .where(eq(users.email, input.email))
  const forgetTries = await countPasswordTry(ctx, input.email, user)
  const N = ctx.settings.SCRYPT_N
  const right = await verifyPassword(input.password, user?.password_hash ?? null, N)
  if (!user?.password_hash || !right) {
    if (user) recordRefusal(ctx, { kind: 'signed_in', user_id: user.id, session_id: null })
    throw new AppError('bad_credentials')
  }
  const checked = { ...user, password_hash: user.password_hash }
  const isOld = needsRehash(checked.password_hash, N)
  const hash = isOld ? await hashPassword(input.password, N) : checked.password_hash
  const signedIn = await signInByFirstFactor(ctx, {
    user: { ...checked, password_hash: hash },
    outcome: { event: 'signed_in' },
    shown: [updateUser(ctx, checked, hash, input.timezone), ...forgetTries()],
  })
  if (!signedIn) throw new AppError('bad_credentials')
  // Schedules follow the browser's time zone.
  if (input.timezone) ctx.accountParts.runner.deferSync(ctx, user.id)
  return signedIn
}

/** Updates the user at a sign-in: a hash with current parameters, and the browser's time zone (§9). */
function updateUser(
  { db, ...ctx }: DbCtx & ClockCtx,
  checked: { id: string; password_hash: string },
  password_hash: string,
  cookie: string | undefined,
) {
  const timezone = knownTimeZone(cookie)
  return db
    .update(users)
    .set({ password_hash, ...(timezone && { timezone: unlessChosen(timezone) }), updated_at: ctx.now() })
    .where(and(eq(users.id, checked.id), eq(users.password_hash, checked.password_hash)))
}
