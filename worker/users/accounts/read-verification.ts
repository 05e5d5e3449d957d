import type { Ctx } from '../../system/context/context.ts'
import type { EmailVerification } from '../../contract/accounts/email-verification.ts'
import { isLinkUsed } from '../../db/users/used-links.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { readEmailLink } from './email-links.ts'

/**
 * GET /api/email_verifications: what a mailed link would verify, for its page. It changes nothing, because mail
 * scanners open links. Throws `invalid_link` (422), also for a link that was used.
 */
export async function readVerification(ctx: Ctx, { token }: { token: string }): Promise<EmailVerification> {
  const link = await readEmailLink(ctx, 'verify_email', token)
  if (await isLinkUsed(ctx, link)) throw new AppError('invalid_link')
  const actor = await ctx.user()
  return { email: link.email, own: actor?.id === link.user_id }
}
