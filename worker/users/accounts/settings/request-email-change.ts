import type { Ctx } from '../../../system/context/context.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { invalidField } from '../../../system/errors/invalid-field.ts'
import { sendMail } from '../../../messages/mail/send-mail.ts'
import { countTries, EMAIL_CHANGES_PER_USER } from '../../../db/rate-limit.ts'
import { deletePendingChange, insertEmailChange } from '../../../db/users/email-changes.ts'
import { requireFreshProof } from '../../session/require-fresh-proof.ts'
import { requireUser } from '../../../system/context/require-user.ts'
import { makeEmailLink } from '../email-links.ts'
import { confirmEmailChangeMail } from './email-change-mails.ts'

/**
 * POST /api/email_changes: mails a link to the new address. Until it is opened and pressed, nothing changes; a later
 * request replaces this one. Throws `not_signed_in` (401), `proof_required` (403), `email_taken` (409), `invalid_input` (422) for the address
 * that the account has, `rate_limited` (429).
 */
export async function requestEmailChange(ctx: Ctx, { email }: { email: string }): Promise<{ pending_email: string }> {
  const user = await requireFreshProof(ctx)
  if (email === user.email) throw invalidField('email', SENTENCES.email_is_yours)
  await countTries(ctx, { limit: EMAIL_CHANGES_PER_USER, whom: user.id })
  const id = ctx.id('emc')
  const { email: from_email, email_verified_at: from_verified_at } = user
  const asked = await insertEmailChange(ctx, { id, user_id: user.id, from_email, from_verified_at, to_email: email })
  if (!asked) throw new AppError('email_taken', { attribute: 'email', message: SENTENCES.email_of_another })
  const link = await makeEmailLink(ctx, 'change_email', { user_id: user.id, email, state: id })
  const mail = confirmEmailChangeMail({ product: ctx.settings.PRODUCT_NAME, login: user.login, link })
  await sendMail(ctx, { id: user.id, email }, mail)
  return { pending_email: email }
}

/** DELETE /api/email_changes: takes a request back whose link nobody has pressed. Throws `not_signed_in` (401). */
export async function cancelEmailChange(ctx: Ctx): Promise<void> {
  await deletePendingChange(ctx, (await requireUser(ctx)).id)
}
