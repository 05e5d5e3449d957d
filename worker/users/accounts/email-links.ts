import type { ClockCtx, Ctx, SettingsCtx } from '../../system/context/context.ts'
import { isSpentLink, type OnceLink } from '../../db/users/used-links.ts'
import { DELETION_PAGE, DELETION_WAITS } from '../../contract/accounts/account-deletion.ts'
import { EMAIL_CHANGE_KEPT, EMAIL_CHANGE_WAITS } from '../../contract/accounts/account-settings.ts'
import { RECOVERY_OPEN, RECOVERY_WAITS } from '../../contract/accounts/second-factor.ts'
import { STOP_RECOVERY_PAGE } from '../../contract/accounts/second-step-pages.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { readToken, signToken } from '../../system/secrets/signed-link.ts'
import { HOUR, MINUTE } from '../../contract/shared/durations.ts'

const PURPOSES = {
  verify_email: { path: '/verify_email', lasts: 24 * HOUR },
  password_reset: { path: '/password_reset', lasts: HOUR },
  proof: { path: '/confirm_identity', lasts: 15 * MINUTE },
  change_email: { path: '/email_change', lasts: EMAIL_CHANGE_WAITS },
  undo_email_change: { path: '/email_change/undo', lasts: EMAIL_CHANGE_KEPT },
  undo_deletion: { path: DELETION_PAGE, lasts: DELETION_WAITS },
  stop_recovery: { path: STOP_RECOVERY_PAGE, lasts: RECOVERY_WAITS + RECOVERY_OPEN },
} as const
type LinkPurpose = keyof typeof PURPOSES

/** The claims of a link: its user and address. `state` must not have changed since. */
type LinkClaims = { user_id: string; email: string; state?: string }
export type EmailLink = LinkClaims & OnceLink

/** The address of a signed link that works once. `readEmailLink` opens it and `spendLink` uses it up. */
export async function makeEmailLink(ctx: Ctx, purpose: LinkPurpose, claims: LinkClaims): Promise<string> {
  const { path, lasts } = PURPOSES[purpose]
  const { user_id, ...rest } = claims
  const exp = Math.floor((ctx.now() + lasts) / 1000)
  const token = await signToken(ctx, purpose, { ...rest, sub: user_id, jti: ctx.token(), exp })
  return `${ctx.settings.SITE_ORIGIN}${path}?token=${token}`
}

/**
 * Throws `invalid_link` (422) if the link is forged, expired or for another purpose. Does not check whether it was
 * used.
 */
export async function readEmailLink(
  ctx: ClockCtx & SettingsCtx,
  purpose: LinkPurpose,
  token: string,
): Promise<EmailLink> {
  const claims = ['sub', 'jti', 'exp']
  const payload = await readToken<{ email: string; state?: string }>(ctx, purpose, token, claims)
  const { sub = '', jti = '', exp = 0, email, state } = payload
  return { user_id: sub, jti, expires_at: exp * 1000, email, ...(state !== undefined && { state }) }
}

/** Turns the failure of a batch that uses up a link a second time into `invalid_link` (422). */
export function refuseSpent(error: unknown): never {
  if (isSpentLink(error)) throw new AppError('invalid_link', { cause: error })
  throw error
}
