import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../../system/context/context.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { users } from '../../../db/schema/accounts.ts'
import { pending_sign_ins, second_factor_recoveries } from '../../../db/schema/second-factors.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { insertSecurityEvent } from '../../../db/users/security-events.ts'
import { tellSecurityEvent } from '../../security-events/tell-security-event.ts'
import { readEmailLink, refuseSpent, spendLink } from '../email-links.ts'

/**
 * POST /api/second_factor/recovery/stop: the press on the page of a mailed link, with or without a session. Stops the
 * waiting period that the link was mailed for, and what is half signed in. Throws `invalid_link` (422) for a link that
 * was used, or whose waiting period has let somebody in.
 */
export async function stopRecovery(ctx: Ctx, { token }: { token: string }): Promise<void> {
  const link = await readEmailLink(ctx, 'stop_recovery', token).catch(refuseLink)
  const { id, email, login, second_factor_at } = users
  const [user] = await ctx.db.select({ id, email, login, second_factor_at }).from(users).where(eq(id, link.user_id))
  if (!user) throw new AppError('invalid_link')
  const isIt = and(eq(second_factor_recoveries.id, link.state ?? ''), eq(second_factor_recoveries.user_id, user.id))
  const isThere = sql`exists (select 1 from ${second_factor_recoveries} where ${isIt})`
  const event = { kind: 'recovery_stopped', user_id: user.id, session_id: null } as const
  const [, , , [stopped]] = await ctx.db
    .batch([
      spendLink(ctx, link),
      insertSecurityEvent(ctx, event, isThere),
      ctx.db.delete(pending_sign_ins).where(and(eq(pending_sign_ins.user_id, user.id), isThere)),
      ctx.db.delete(second_factor_recoveries).where(isIt).returning({ id: second_factor_recoveries.id }),
    ])
    .catch(refuseSpent)
    .catch(refuseLink)
  if (stopped) return tellSecurityEvent(ctx, user, event)
  // Stopped by another link or a sign-in, which is what was asked for; or too late.
  if (user.second_factor_at === null) throw new AppError('invalid_link', { message: SENTENCES.recovery_is_over })
}

/** Nobody can ask for such a link: another one comes with the next mail. */
function refuseLink(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'invalid_link') throw error
  throw new AppError('invalid_link', { message: SENTENCES.recovery_link_over, cause: error })
}
