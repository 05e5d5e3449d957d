import type { Ctx } from '../../../system/context/context.ts'
import { MINUTE } from '../../../contract/shared/durations.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { proofMail } from '../../../messages/mail/mails.ts'
import { sendMail } from '../../../messages/mail/send-mail.ts'
import { countTries, type RateLimitRule } from '../../../db/rate-limit.ts'
import { markSessionProved } from '../../../db/users/user-sessions.ts'
import { requireUser } from '../../../system/context/require-user.ts'
import { makeEmailLink, readEmailLink, refuseSpent } from '../email-links.ts'
import { waysOf } from './list-proof-ways.ts'

const PROOF_MAILS_PER_USER: RateLimitRule = { rule: 'proof_mail_user', tries: 5, window: 60 * MINUTE }

/**
 * POST /api/session/proof/mail: mails the user a link that works once, for 15 minutes, in this session. Throws
 * `not_found` (404) if the account has a better way, `rate_limited` (429).
 */
export async function mailProof(ctx: Ctx): Promise<void> {
  const user = await requireUser(ctx)
  await countTries(ctx, { limit: PROOF_MAILS_PER_USER, whom: user.id })
  if (!(await waysOf(ctx, user.id)).includes('mail')) throw new AppError('not_found')
  const link = await makeEmailLink(ctx, 'proof', { user_id: user.id, email: user.email, state: user.session_id })
  await sendMail(ctx, user, proofMail({ product: ctx.settings.PRODUCT_NAME, login: user.login, link }))
}

/**
 * POST /api/session/proof/mail/confirm: shows with the link that it is the user; counts for 15 minutes. Throws
 * `not_signed_in` (401), `invalid_link` (422) also for the link of another session.
 */
export async function proveByMail(ctx: Ctx, { token }: { token: string }): Promise<void> {
  const user = await requireUser(ctx)
  const link = await readEmailLink(ctx, 'proof', token)
  const own = link.user_id === user.id && link.state === user.session_id && link.email === user.email
  if (!own) throw new AppError('invalid_link')
  const session = { id: user.session_id, user_id: user.id }
  await markSessionProved(ctx, session, { way: 'mail', link }).catch(refuseSpent)
}
