import type { Ctx } from '../../system/context/context.ts'
import { readPreparedAccess, type PreparedAccess } from '../../db/users/prepared-access.ts'
import { readUser, type UserRow } from '../../db/users/users.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { invalidField } from '../../system/errors/invalid-field.ts'
import { readEmailLink, refuseSpent, type EmailLink } from './email-links.ts'
import { hashPassword } from './password-hash.ts'
import { accountTriesBucket } from './passwords/password-tries.ts'
import { needsSecondStep, signInByFirstFactor, type SignedIn } from './sign-in-by-first-factor.ts'
import { isPasswordState } from './request-password-reset.ts'
import { passwordProblem } from './passwords/password-rules.ts'

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
  if (message) throw invalidField('password', message)
  const password_hash = await hashPassword(input.password, ctx.settings.SCRYPT_N)
  const prepared = user.email_verified_at === null ? await readPreparedAccess(ctx, user.id) : null
  const signedIn = await signInByFirstFactor(ctx, {
    // A second factor turned on before the first verification is somebody else's, and goes with it.
    user: { ...user, password_hash, ...(prepared && { second_factor_at: null }) },
    password_hash: user.password_hash,
    outcome: { event: 'password_reset', password_hash },
    shown: [{ write: 'link_used', link }],
    whole: [
      ...(prepared ? [{ write: 'prepared_access_dropped', owner: user } as const] : []),
      { write: 'password', owner: user, password_hash },
      { write: 'tries_forgotten', bucket: await accountTriesBucket(ctx, user.email) },
    ],
  }).catch(refuseSpent)
  if (!signedIn) throw new AppError('invalid_link')
  if (prepared && !needsSecondStep(signedIn)) await endPreparedAccess(ctx, user.id, prepared)
  return signedIn
}

/** Revokes the grants after the answer, and waits until the user's Runner has stopped. */
async function endPreparedAccess(ctx: Ctx, user_id: string, prepared: PreparedAccess): Promise<void> {
  const { connections, runner } = ctx.accountParts
  ctx.defer(connections.revokeGrants(ctx, prepared.account_ids))
  await runner.stopRuns(ctx, user_id, prepared.applet_ids)
}

async function findUser(ctx: Ctx, link: EmailLink): Promise<UserRow> {
  const user = await readUser(ctx, link.user_id)
  const isTheirs = user?.email === link.email && (await isPasswordState(ctx, user.password_hash, link.state ?? ''))
  if (!isTheirs) throw new AppError('invalid_link')
  return user
}
