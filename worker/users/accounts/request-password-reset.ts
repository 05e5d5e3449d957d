import type { Ctx, SettingsCtx } from '../../system/context/context.ts'
import { readUserByEmail } from '../../db/users/users.ts'
import { isKeyedHash, keyedHash } from '../../system/secrets/hashes.ts'
import { log } from '../../system/log/log.ts'
import { passwordResetMail } from '../../messages/mail/mails.ts'
import { sendMail } from '../../messages/mail/send-mail.ts'
import { makeEmailLink } from './email-links.ts'
import { countTries, RESET_PER_EMAIL, RESET_PER_IP } from '../../db/rate-limit.ts'
import { networkOf } from '../../system/rate-limit/network-of.ts'

/**
 * Mails a reset link if the address has an account. The lookup runs after the response, so that neither the answer nor
 * its timing reveals accounts. Throws `rate_limited` (429).
 */
export async function requestPasswordReset(ctx: Ctx, { email }: { email: string }): Promise<void> {
  await countTries(ctx, { limit: RESET_PER_EMAIL, whom: email }, { limit: RESET_PER_IP, whom: networkOf(ctx.ip) })
  ctx.defer(
    mailLink(ctx, email).catch((error: unknown) => {
      log('error', 'mail_not_queued', { template: 'password_reset', message: String(error) })
    }),
  )
}

async function mailLink(ctx: Ctx, email: string): Promise<void> {
  const user = await readUserByEmail(ctx, email)
  if (!user) return
  log('info', 'password_reset_asked', { user_id: user.id })
  const state = await passwordState(ctx, user.password_hash)
  const link = await makeEmailLink(ctx, 'password_reset', { user_id: user.id, email: user.email, state })
  await sendMail(ctx, user, passwordResetMail({ product: ctx.settings.PRODUCT_NAME, login: user.login, link }))
}

/** Ties a link to the current password: it stops working when the password changes. */
export function passwordState({ settings }: SettingsCtx, passwordHash: string | null): Promise<string> {
  return keyedHash(settings, `password:${passwordHash ?? ''}`)
}

/** Whether a link's state is still that of this password. */
export function isPasswordState(
  { settings }: SettingsCtx,
  passwordHash: string | null,
  state: string,
): Promise<boolean> {
  return isKeyedHash(settings, `password:${passwordHash ?? ''}`, state)
}
