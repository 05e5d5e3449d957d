import type { Ctx } from '../../../system/context/context.ts'
import type { PasswordChange } from '../../../contract/accounts/account-settings.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { invalidField } from '../../../system/errors/invalid-field.ts'
import { bucketOf, countTries, PASSWORD_CHANGES_PER_USER } from '../../../db/rate-limit.ts'
import { changeUserPassword } from '../../../db/users/passwords.ts'
import { tellSecurityEvent } from '../../security-events/tell-security-event.ts'
import { refuseStaleProof } from '../../session/require-fresh-proof.ts'
import { requireUser } from '../../../system/context/require-user.ts'
import { requireUserRow } from '../../session/actor.ts'
import { hashPassword, verifyPassword } from '../password-hash.ts'
import { passwordProblem } from '../passwords/password-rules.ts'

/**
 * PATCH /api/account/password: sets a new password with the current one, or the first one, and ends all other sessions.
 * Throws `not_signed_in` (401), `proof_required` (403) for a first one and where the account has a second factor, `invalid_input` (422) for a wrong current password and for one that is easy to guess,
 * `conflict` (409) if it changed in the meantime, `rate_limited` (429).
 */
export async function changePassword(ctx: Ctx, { current, password }: PasswordChange): Promise<void> {
  const [user, row] = await Promise.all([requireUser(ctx), requireUserRow(ctx)])
  if (row.password_hash === null || row.second_factor_at !== null) refuseStaleProof(user, ctx.realNow())
  const counted = { limit: PASSWORD_CHANGES_PER_USER, whom: user.id }
  await countTries(ctx, counted)
  if (row.password_hash !== null && !(await verifyPassword(current ?? '', row.password_hash, ctx.settings.SCRYPT_N)))
    throw invalidField('current', SENTENCES.password_wrong)
  const problem = passwordProblem(password, { ...row, product: ctx.settings.PRODUCT_NAME })
  if (problem) throw invalidField('password', problem)
  const password_hash = await hashPassword(password, ctx.settings.SCRYPT_N)
  const event = { kind: 'password_changed', user_id: user.id, session_id: user.session_id } as const
  const change = { password_hash, bucket: await bucketOf(ctx, counted) }
  if (!(await changeUserPassword(ctx, row, change, event))) throw new AppError('conflict')
  tellSecurityEvent(ctx, user, event)
}
