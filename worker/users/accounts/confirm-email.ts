import type { Ctx } from '../../system/context/context.ts'
import type { ConfirmEmailInput } from '../../contract/accounts/account-input.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { readUser, verifyUserEmail, type UserRow } from '../../db/users/users.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { recordRefusal } from '../security-events/record-refusal.ts'
import { tellSecurityEvent } from '../security-events/tell-security-event.ts'
import { markBrowser } from '../session/known-browser.ts'
import { readEmailLink, refuseSpent } from './email-links.ts'
import { verifyPassword } from './password-hash.ts'
import { countPasswordTry } from './passwords/password-tries.ts'

/**
 * Verifies the address that the link was sent to, for a session of its account or with the account's password: the
 * link alone shows who reads the mail, not who made the account. Throws `owner_needed` (403) for anyone else,
 * `bad_credentials` (401), `rate_limited` (429), `invalid_link` (422). `known_browser` is for the cookie.
 */
export async function confirmEmail(
  ctx: Ctx,
  { token, password }: ConfirmEmailInput,
): Promise<{ email: string; known_browser: string }> {
  const link = await readEmailLink(ctx, 'verify_email', token)
  const user = await readUser(ctx, link.user_id)
  if (user?.email !== link.email) throw new AppError('invalid_link')
  const actor = await ctx.user()
  const session_id = actor?.id === user.id ? actor.session_id : null
  if (session_id === null) await requirePassword(ctx, user, password)
  const event = { kind: 'email_confirmed', user_id: user.id, session_id } as const
  const verified = await verifyUserEmail(ctx, link, event).catch(refuseSpent)
  if (!verified) throw new AppError('invalid_link')
  tellSecurityEvent(ctx, user, event)
  return { email: link.email, known_browser: await markBrowser(ctx, { id: user.id, email_verified: true }) }
}

/** A wrong password counts as a try to sign in. */
async function requirePassword(
  ctx: Ctx,
  { id, email, email_verified_at, password_hash }: UserRow,
  password: string | undefined,
) {
  if (password === undefined) throw new AppError('owner_needed')
  await countPasswordTry(ctx, email, { id, email_verified_at })
  if (password_hash !== null && (await verifyPassword(password, password_hash, ctx.settings.SCRYPT_N))) return
  recordRefusal(ctx, { kind: 'email_confirmed', user_id: id, session_id: null })
  throw new AppError('bad_credentials', { message: SENTENCES.wrong_password })
}
