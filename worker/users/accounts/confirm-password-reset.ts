import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Ctx, DbCtx, SettingsCtx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import type { SigningIn } from './begin-session.ts'
import { readEmailLink, refuseSpent, spendLink, type EmailLink } from './email-links.ts'
import { dropPreparedAccess, endPreparedAccess, readPreparedAccess } from './first-verification/drop-prepared-access.ts'
import { hashPassword } from './password-hash.ts'
import { forgetTries } from '../../db/rate-limit.ts'
import { accountTriesBucket } from './passwords/password-tries.ts'
import { setNewPassword } from './passwords/set-new-password.ts'
import { needsSecondStep, signInByFirstFactor, type SignedIn } from './sign-in-by-first-factor.ts'
import { isPasswordState } from './request-password-reset.ts'
import { passwordProblem } from './passwords/password-rules.ts'
import { users } from '../../db/schema/accounts.ts'

/**
 * Sets a new password with the mailed link, ends all of the user's sessions and signs in. Where that verifies the
 * address for the first time, it drops what somebody else may have prepared. Where the account has a second factor, all
 * of that waits for the second step: who reads the mails alone changes nothing. Throws `invalid_link` (422) if the link
 * was used or the password has changed since, `invalid_input` (422) for a password that is easy to guess.
 */
export async function confirmPasswordReset(ctx: Ctx, input: { token: string; password: string }): Promise<SignedIn> {
  const link = await readEmailLink(ctx, 'password_reset', input.token)
  const user = await findUser(ctx, link)
  const message = passwordProblem(input.password, { ...user, product: ctx.settings.PRODUCT_NAME })
  if (message) throw new AppError('invalid_input', { errors: [{ attribute: 'password', message }] })
  const password_hash = await hashPassword(input.password, ctx.settings.SCRYPT_N)
  const prepared = user.email_verified_at === null ? await readPreparedAccess(ctx, user.id) : null
  const signedIn = await signInByFirstFactor(ctx, {
    // A second factor turned on before the first verification is somebody else's, and goes with it.
    user: { ...user, password_hash, ...(prepared && { second_factor_at: null }) },
    password_hash: user.password_hash,
    outcome: { event: 'password_reset', password_hash },
    shown: [spendLink(ctx, link)],
    whole: [
      ...(prepared ? dropPreparedAccess(ctx, user.id, isUnverified(user)) : []),
      ...setNewPassword(ctx, user, password_hash, isNull(users.second_factor_at)),
      forgetTries(ctx.db, await accountTriesBucket(ctx, user.email)),
    ],
  }).catch(refuseSpent)
  if (!signedIn) throw new AppError('invalid_link')
  if (prepared && !needsSecondStep(signedIn)) await endPreparedAccess(ctx, user.id, prepared)
  return signedIn
}

/** Until this reset, somebody else may have joined with the address. */
function isUnverified({ id, password_hash }: Pick<SigningIn, 'id' | 'password_hash'>): SQL {
  return sql`exists (select 1 from ${users} u where u.id = ${id} and u.email_verified_at is null
    and u.password_hash is ${password_hash})`
}

async function findUser(ctx: DbCtx & SettingsCtx, link: EmailLink) {
  const [user] = await ctx.db
    .select({
      id: users.id,
      email: users.email,
      login: users.login,
      password_hash: users.password_hash,
      email_verified_at: users.email_verified_at,
      second_factor_at: users.second_factor_at,
    })
    .from(users)
    .where(and(eq(users.id, link.user_id), eq(users.email, link.email)))
  const unchanged = user && (await isPasswordState(ctx, user.password_hash, link.state ?? ''))
  if (!unchanged) throw new AppError('invalid_link')
  return user
}
