import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context/context.ts'
import type { SignInInput } from '../contract/accounts/account-input.ts'
import { AppError } from '../errors/app-error.ts'
import { beginSession, type BegunSession } from './begin-session.ts'
import { hashPassword, needsRehash, verifyPassword } from './password-hash.ts'
import { countPasswordTry } from './passwords/password-tries.ts'
import { recordRefusal } from '../security-events/record-refusal.ts'
import { deferSync } from '../runner-sync/sync-runner.ts'
import { knownTimeZone, unlessChosen } from './time-zone.ts'
import { users } from '../db/schema/accounts.ts'

type Input = SignInInput & { timezone?: string | undefined }

/**
 * Signs in with email and password. An unknown email costs the same time and gets the same answer as a wrong password.
 * Throws `bad_credentials` (401), `rate_limited` (429).
 */
export async function signIn(ctx: Ctx, input: Input): Promise<BegunSession> {
  const [user] = await ctx.db
    .select({ id: users.id, password_hash: users.password_hash, email_verified_at: users.email_verified_at })
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
  const password_hash = isOld ? await hashPassword(input.password, N) : checked.password_hash
  const begun = await beginSession(ctx, { ...checked, password_hash }, 'signed_in', [
    updateUser(ctx, checked, password_hash, input.timezone),
    ...forgetTries(),
  ])
  if (!begun) throw new AppError('bad_credentials')
  // Schedules follow the browser's time zone.
  if (input.timezone) deferSync(ctx, user.id)
  return begun
}

/** What a sign-in updates: a hash with current parameters, and the browser's time zone (§9). */
function updateUser(
  { db, ...ctx }: Ctx,
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
