import { and, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { Ctx } from '../../../system/context/context.ts'
import { RECOVERY_OPEN, RECOVERY_WAITS, type RecoveryState } from '../../../contract/accounts/second-factor.ts'
import { DAY } from '../../../contract/shared/durations.ts'
import { users } from '../../../db/schema/accounts.ts'
import { second_factor_recoveries } from '../../../db/schema/second-factors.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { countTries, type RateLimitRule } from '../../../db/rate-limit.ts'
import { insertSecurityEvent } from '../../../db/users/security-events.ts'
import { tellSecurityEvent } from '../../security-events/tell-security-event.ts'
import { isPending } from '../pending-sign-in/pending-sign-in.ts'
import { readRecovery } from '../pending-sign-in/recovery-statements.ts'
import { mailRecovery } from './mail-recoveries.ts'
import { requirePendingSignIn } from './require-pending-sign-in.ts'

/** Each sends mails. Who needs more has stopped some themselves, or had them stopped. */
export const RECOVERIES_PER_USER: RateLimitRule = { rule: 'recovery_user', tries: 3, window: 7 * DAY }

/**
 * POST /api/session/second_step/recovery: begins the 72 hours after which the first factor turns the second one off, and
 * mails the user. Repeating it changes nothing. Times in ms. Throws `second_step_expired` (401), `account_deleting` (403),
 * `rate_limited` (429).
 */
export async function beginRecovery(ctx: Ctx, token: string | null): Promise<RecoveryState> {
  const pending = await requirePendingSignIn(ctx, token)
  const { user } = pending
  if (user.deletes_at !== null) throw new AppError('account_deleting')
  const known = await readRecovery(ctx, user.id)
  if (known) return stateOf(known)
  await countTries(ctx, { limit: RECOVERIES_PER_USER, whom: user.id })
  const id = ctx.id('sfr')
  const now = ctx.now()
  const due_at = now + RECOVERY_WAITS
  const event = { kind: 'recovery_begun', user_id: user.id, session_id: null } as const
  const isTheirs = eq(second_factor_recoveries.user_id, user.id)
  const [, , , [begun]] = await ctx.db.batch([
    ctx.db.delete(second_factor_recoveries).where(and(isTheirs, lte(second_factor_recoveries.expires_at, now))),
    ctx.db
      .insert(second_factor_recoveries)
      .select((query) =>
        query
          .select({
            id: sql<string>`${id}`.as('id'),
            user_id: users.id,
            begun_at: sql<number>`${now}`.as('begun_at'),
            due_at: sql<number>`${due_at}`.as('due_at'),
            expires_at: sql<number>`${due_at + RECOVERY_OPEN}`.as('expires_at'),
            mails_sent: sql<number>`0`.as('mails_sent'),
            next_mail_at: sql<number>`${now}`.as('next_mail_at'),
          })
          .from(users)
          .where(and(eq(users.id, user.id), isNotNull(users.second_factor_at), isPending(pending, ctx.realNow()))),
      )
      .onConflictDoNothing(),
    insertSecurityEvent(
      ctx,
      event,
      sql`exists (select 1 from ${second_factor_recoveries} where ${eq(second_factor_recoveries.id, id)})`,
    ),
    ctx.db.select().from(second_factor_recoveries).where(isTheirs),
  ])
  if (!begun) throw new AppError('second_step_expired')
  if (begun.id === id) {
    tellSecurityEvent(ctx, user, event)
    ctx.defer(mailRecovery(ctx, id))
  }
  return stateOf(begun)
}

function stateOf({ due_at, expires_at }: RecoveryState): RecoveryState {
  return { due_at, expires_at }
}
