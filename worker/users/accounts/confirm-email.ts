import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx, DbCtx } from '../../system/context/context.ts'
import type { ConfirmEmailInput } from '../../contract/accounts/account-input.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { users } from '../../db/schema/accounts.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { insertSecurityEvent } from '../../db/users/security-events.ts'
import { recordRefusal } from '../security-events/record-refusal.ts'
import { tellSecurityEvent } from '../security-events/tell-security-event.ts'
import { markBrowser } from '../session/known-browser.ts'
import { readEmailLink, refuseSpent, spendLink, type EmailLink } from './email-links.ts'
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
  const user = await findOwner(ctx, link)
  const actor = await ctx.user()
  const session_id = actor?.id === user.id ? actor.session_id : null
  if (session_id === null) await requirePassword(ctx, user, password)
  const now = ctx.now()
  const unverified = and(eq(users.email, link.email), isNull(users.email_verified_at))
  const event = { kind: 'email_confirmed', user_id: user.id, session_id } as const
  const verify = ctx.db
    .update(users)
    .set({ email_verified_at: sql`coalesce(${users.email_verified_at}, ${now})`, updated_at: now })
    .where(and(eq(users.id, user.id), eq(users.email, link.email)))
    .returning({ email: users.email })
  const [, , [verified]] = await ctx.db
    .batch([spendLink(ctx, link), insertSecurityEvent(ctx, event, unverified), verify])
    .catch(refuseSpent)
  if (!verified) throw new AppError('invalid_link')
  tellSecurityEvent(ctx, user, event)
  return { ...verified, known_browser: await markBrowser(ctx, { id: user.id, email_verified: true }) }
}

async function findOwner({ db }: DbCtx, link: EmailLink) {
  const { id, email, email_verified_at, login, password_hash } = users
  const [user] = await db
    .select({ id, email, email_verified_at, login, password_hash })
    .from(users)
    .where(and(eq(id, link.user_id), eq(email, link.email)))
  if (!user) throw new AppError('invalid_link')
  return user
}

type Owner = Awaited<ReturnType<typeof findOwner>>

/** A wrong password counts as a try to sign in. */
async function requirePassword(
  ctx: Ctx,
  { id, email, email_verified_at, password_hash }: Owner,
  password: string | undefined,
) {
  if (password === undefined) throw new AppError('owner_needed')
  await countPasswordTry(ctx, email, { id, email_verified_at })
  if (password_hash !== null && (await verifyPassword(password, password_hash, ctx.settings.SCRYPT_N))) return
  recordRefusal(ctx, { kind: 'email_confirmed', user_id: id, session_id: null })
  throw new AppError('bad_credentials', { message: SENTENCES.wrong_password })
}
