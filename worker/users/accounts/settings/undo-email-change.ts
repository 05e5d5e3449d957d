import type { Ctx } from '../../../system/context/context.ts'
import { takeEmailBack } from '../../../db/users/email-changes.ts'
import { readUser } from '../../../db/users/users.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { sendMail } from '../../../messages/mail/send-mail.ts'
import { readEmailLink } from '../email-links.ts'
import { emailChangeUndoneMail } from './email-change-mails.ts'
import { queueCustomerDetails } from './queue-customer-details.ts'

/**
 * POST /api/email_changes/undo: gives the account its old address back and ends all its sessions, for who can read the
 * old address and has no session. Later changes are undone with it. A second press changes nothing. Throws
 * `invalid_link` (422) after seven days.
 */
export async function undoEmailChange(ctx: Ctx, { token }: { token: string }): Promise<{ email: string }> {
  const link = await readEmailLink(ctx, 'undo_email_change', token)
  const user = await readUser(ctx, link.user_id)
  if (!user) throw new AppError('invalid_link')
  if (user.email === link.email) return { email: link.email }
  const event = { kind: 'email_change_undone', user_id: user.id, session_id: null } as const
  await queueCustomerDetails(ctx, user.id)
  const isBack = await takeEmailBack(ctx, { id: link.state ?? '', from_email: link.email }, event)
  if (!isBack) throw new AppError('invalid_link')
  await sendMail(ctx, user, emailChangeUndoneMail({ product: ctx.settings.PRODUCT_NAME, login: user.login }))
  return { email: link.email }
}
