import { and, eq, exists, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../../system/context/context.ts'
import { email_changes } from '../../../db/schema/account-changes.ts'
import { sessions, users } from '../../../db/schema/accounts.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { sendMail } from '../../../messages/mail/send-mail.ts'
import { insertSecurityEvent } from '../../../db/users/security-events.ts'
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
  const { db } = ctx
  const now = ctx.now()
  const theirs = eq(users.id, link.user_id)
  const [user] = await db.select({ id: users.id, email: users.email, login: users.login }).from(users).where(theirs)
  if (!user) throw new AppError('invalid_link')
  if (user.email === link.email) return { email: link.email }
  const isKept = and(
    eq(email_changes.id, link.state ?? ''),
    eq(email_changes.from_email, link.email),
    isNotNull(email_changes.confirmed_at),
  )
  const kept = db.select({ id: email_changes.id }).from(email_changes).where(isKept)
  const isBack = sql`exists (select 1 from ${users} where ${and(theirs, eq(users.email, link.email))})`
  await queueCustomerDetails(ctx, user.id)
  const [back] = await db.batch([
    db
      .update(users)
      .set({
        email: link.email,
        email_verified_at: sql`coalesce((select ${email_changes.from_verified_at} from ${email_changes} where ${isKept}), ${now})`,
        updated_at: now,
      })
      .where(and(theirs, exists(kept)))
      .returning({ email: users.email }),
    db
      .update(sessions)
      .set({ revoked_at: ctx.realNow() })
      .where(and(eq(sessions.user_id, user.id), isNull(sessions.revoked_at), isBack)),
    insertSecurityEvent(
      ctx,
      { kind: 'email_change_undone', user_id: user.id, session_id: null },
      eq(users.email, link.email),
    ),
    db.delete(email_changes).where(and(eq(email_changes.user_id, user.id), isBack)),
  ])
  if (back.length === 0) throw new AppError('invalid_link')
  await sendMail(ctx, user, emailChangeUndoneMail({ product: ctx.settings.PRODUCT_NAME, login: user.login }))
  return { email: link.email }
}
