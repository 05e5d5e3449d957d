import { and, eq, exists, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../../system/context/context.ts'
import { EMAIL_CHANGE_KEPT } from '../../../contract/accounts/account-settings.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { email_changes } from '../../../db/schema/account-changes.ts'
import { users } from '../../../db/schema/accounts.ts'
import { uniqueViolation } from '../../../db/constraints/unique-violation.ts'
import { pastTrialAt } from '../past-trials.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { insertSecurityEvent } from '../../../db/users/security-events.ts'
import { requireUser } from '../../../system/context/require-user.ts'
import { readEmailLink } from '../email-links.ts'
import { queueCustomerDetails } from './queue-customer-details.ts'
import { TELL_AFTER, tellOfEmailChange } from './tell-of-email-change.ts'

/**
 * POST /api/email_changes/confirm: the press on the page of the mailed link, by the session of the account that asked.
 * From now on the account has the new address; both addresses hear of it, and the old one can undo it for seven days.
 * A second press changes nothing. Throws `not_signed_in` (401), `invalid_link` (422), `email_taken` (409).
 */
export async function confirmEmailChange(ctx: Ctx, { token }: { token: string }): Promise<{ email: string }> {
  const user = await requireUser(ctx)
  const link = await readEmailLink(ctx, 'change_email', token)
  if (link.user_id !== user.id) throw new AppError('invalid_link', { message: SENTENCES.link_of_another })
  if (user.email === link.email) return { email: link.email }
  const { db } = ctx
  const now = ctx.now()
  const isAsked = and(
    eq(email_changes.id, link.state ?? ''),
    eq(email_changes.to_email, link.email),
    isNull(email_changes.confirmed_at),
  )
  const asked = db
    .select({ id: email_changes.id })
    .from(email_changes)
    .where(and(isAsked, eq(email_changes.from_email, users.email)))
  const trial = await pastTrialAt(ctx, 'email', link.email)
  const event = { kind: 'email_changed' as const, user_id: user.id, session_id: user.session_id }
  await queueCustomerDetails(ctx, user.id)
  const [changed] = await db
    .batch([
      db
        .update(users)
        .set({
          email: link.email,
          email_verified_at: now,
          trial_used_at: sql`coalesce(${users.trial_used_at}, ${trial})`,
          updated_at: now,
        })
        .where(and(eq(users.id, user.id), exists(asked)))
        .returning({ email: users.email }),
      insertSecurityEvent(ctx, event, eq(users.email, link.email)),
      db
        .update(email_changes)
        .set({ confirmed_at: now, expires_at: now + EMAIL_CHANGE_KEPT, mail_due_at: now + TELL_AFTER })
        .where(isAsked),
    ])
    .catch(refuseTaken)
  if (changed.length === 0) throw new AppError('invalid_link')
  ctx.defer(tellOfEmailChange(ctx, link.state ?? ''))
  return { email: link.email }
}

function refuseTaken(error: unknown): never {
  if (uniqueViolation(error) !== 'users.email') throw error
  throw new AppError('email_taken', { message: SENTENCES.email_of_another, cause: error })
}
