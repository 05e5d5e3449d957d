import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { ClockCtx, Ctx, DbCtx } from '../../../system/context/context.ts'
import { sessions, users } from '../../../db/schema/accounts.ts'

/**
 * The writes of a password that a mailed link has chosen: it verifies the address and ends all of the user's sessions.
 * Only if the password is still the one that `user` has and `when`, which may name columns of `users`, holds.
 */
export function setNewPassword(
  ctx: Ctx,
  user: { id: string; password_hash: string | null },
  password_hash: string,
  when: SQL,
): BatchItem<'sqlite'>[] {
  return [changePassword(ctx, user, password_hash, when), endAllSessions(ctx, user.id, password_hash)]
}

function changePassword(
  { db, ...ctx }: DbCtx & ClockCtx,
  user: { id: string; password_hash: string | null },
  password_hash: string,
  when: SQL,
) {
  const now = ctx.now()
  const email_verified_at = sql`coalesce(${users.email_verified_at}, ${now})`
  return db
    .update(users)
    .set({ password_hash, email_verified_at, updated_at: now })
    .where(and(eq(users.id, user.id), sql`${users.password_hash} is ${user.password_hash}`, when))
}

/** Only if this reset set the password: of two simultaneous resets, the loser must not end the winner's session. */
function endAllSessions({ db, ...ctx }: Ctx, userId: string, password_hash: string) {
  const changed = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.password_hash, password_hash)))
  return db
    .update(sessions)
    .set({ revoked_at: ctx.realNow() })
    .where(and(inArray(sessions.user_id, changed), isNull(sessions.revoked_at)))
}
