import type { Ctx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'
import { verifyEmailMail } from '../../messages/mail/mails.ts'
import { sendMail } from '../../messages/mail/send-mail.ts'
import { makeEmailLink } from './email-links.ts'

type Recipient = { id: string; email: string; login: string }

/** Mails the link that verifies an address. Only logs a failure, because the user can ask again. */
export async function sendVerification(ctx: Ctx, user: Recipient): Promise<void> {
  try {
    const link = await makeEmailLink(ctx, 'verify_email', { user_id: user.id, email: user.email })
    await sendMail(ctx, user, verifyEmailMail({ product: ctx.settings.PRODUCT_NAME, login: user.login, link }))
  } catch (error) {
    log('error', 'mail_not_queued', { template: 'verify_email', message: String(error) })
  }
}
