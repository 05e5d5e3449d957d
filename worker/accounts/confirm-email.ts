import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../context/context.ts'
import { AppError } from '../errors/app-error.ts'
import { readEmailLink, refuseSpent, spendLink } from './email-links.ts'
import { users } from '../db/schema/accounts.ts'

/** Verifies the address that the link was sent to, without a session. Throws `invalid_link` (422). */
export async function confirmEmail(ctx: Ctx, { token }: { token: string }): Promise<{ email: string }> {
  const link = await readEmailLink(ctx, 'verify_email', token)
  const now = ctx.now()
  const verify = ctx.db
    .update(users)
    .set({ email_verified_at: sql`coalesce(${users.email_verified_at}, ${now})`, updated_at: now })
    .where(and(eq(users.id, link.user_id), eq(users.email, link.email)))
    .returning({ email: users.email })
  const [, [verified]] = await ctx.db.batch([spendLink(ctx, link), verify]).catch(refuseSpent)
  if (!verified) throw new AppError('invalid_link')
  return verified
}
