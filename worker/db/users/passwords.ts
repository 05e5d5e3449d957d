import { and, eq, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import { runNamed, type Statement } from '../d1-batch.ts'
import { forgetTries } from '../rate-limit.ts'
import { sessions, users } from '../schema/accounts.ts'
import { insertSecurityEvent, type SecurityEvent } from './security-events.ts'
import { revokeSessions } from './user-sessions.ts'
import { unlessChosen, type UserRow } from './users.ts'

/** Whose password it is, with its hash as read before. */
export type Owner = Pick<UserRow, 'id' | 'password_hash'>

/**
 * The statements of a password that a mailed link has chosen: it verifies the address and ends all of the user's sessions.
 * Only if the password is still the one that `owner` has and `when`, which may name columns of `users`, holds.
 */
export function setPasswordByLink(ctx: Ctx, owner: Owner, password_hash: string, when: SQL): Statement[] {
  const now = ctx.now()
  const email_verified_at = sql`coalesce(${users.email_verified_at}, ${now})`
  return [
    ctx.db
      .update(users)
      .set({ password_hash, email_verified_at, updated_at: now })
      .where(and(isUnchanged(owner), when)),
    revokeAll(ctx, owner.id, password_hash),
  ]
}

/** Only if this reset set the password: of two simultaneous resets, the loser must not end the winner's session. */
function revokeAll(ctx: Ctx, user_id: string, password_hash: string) {
  const changed = ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, user_id), eq(users.password_hash, password_hash)))
  return revokeSessions(ctx, and(inArray(sessions.user_id, changed), isNull(sessions.revoked_at)))
}

/** The new hash, and the bucket of the tries that the right one before forgets. */
type Change = { password_hash: string; bucket: string }

/**
 * Sets a new password and ends all sessions of the user but the event's. Returns false, and changes nothing, if the password
 * is no longer the one that was read.
 */
export async function changeUserPassword(
  ctx: Ctx,
  owner: Owner,
  { password_hash, bucket }: Change,
  event: SecurityEvent & { session_id: string },
): Promise<boolean> {
  const { db } = ctx
  const isChanged = sql`exists (select 1 from ${users} where ${and(eq(users.id, owner.id), eq(users.password_hash, password_hash))})`
  const isOther = and(
    eq(sessions.user_id, owner.id),
    ne(sessions.id, event.session_id),
    isNull(sessions.revoked_at),
    isChanged,
  )
  const { changed } = await runNamed(db, {
    changed: db
      .update(users)
      .set({ password_hash, updated_at: ctx.now() })
      .where(isUnchanged(owner))
      .returning({ id: users.id }),
    others: revokeSessions(ctx, isOther),
    event: insertSecurityEvent(ctx, event, eq(users.password_hash, password_hash)),
    tries: forgetTries(db, bucket),
  })
  return changed.length > 0
}

/** The statement of a right password at a sign-in: a hash with current parameters, and the browser's time zone (§9). */
export function noteRightPassword(
  { db, ...ctx }: DbCtx & ClockCtx,
  owner: Owner,
  { password_hash, timezone }: { password_hash: string; timezone: string | null },
) {
  return db
    .update(users)
    .set({ password_hash, ...(timezone && { timezone: unlessChosen(timezone) }), updated_at: ctx.now() })
    .where(isUnchanged(owner))
}

function isUnchanged({ id, password_hash }: Owner): SQL | undefined {
  return and(eq(users.id, id), sql`${users.password_hash} is ${password_hash}`)
}
