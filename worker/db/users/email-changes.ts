import { and, asc, desc, eq, exists, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { EMAIL_CHANGE_KEPT, EMAIL_CHANGE_WAITS } from '../../contract/accounts/account-settings.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import { runNamed } from '../d1-batch.ts'
import { email_changes } from '../schema/account-changes.ts'
import { sessions, users } from '../schema/accounts.ts'
import { insertSecurityEvent, type SecurityEvent } from './security-events.ts'
import { revokeSessions } from './user-sessions.ts'
import { pastTrialAt } from './users.ts'

type EmailChange = typeof email_changes.$inferSelect

/** After that the schedule tells of a change. */
const TELL_AFTER = 5 * MINUTE
export const CHANGES_AT_ONCE = 20

/** The address that waits for the press on its mailed link; null if none does. */
export async function readPendingEmail({ db, now }: DbCtx & ClockCtx, id: string): Promise<string | null> {
  const { user_id, to_email, confirmed_at, expires_at, requested_at } = email_changes
  const [pending] = await db
    .select({ to_email })
    .from(email_changes)
    .where(and(eq(user_id, id), isNull(confirmed_at), gt(expires_at, now())))
    .orderBy(desc(requested_at))
    .limit(1)
  return pending?.to_email ?? null
}

type Asked = Pick<EmailChange, 'id' | 'user_id' | 'from_email' | 'from_verified_at' | 'to_email'>

/** Lets a change wait, in place of an earlier one. Returns false, and none waits, if another account has the address. */
export async function insertEmailChange(ctx: DbCtx & ClockCtx, change: Asked): Promise<boolean> {
  const { db } = ctx
  const now = ctx.now()
  const row = { ...change, requested_at: now, expires_at: now + EMAIL_CHANGE_WAITS }
  const { taken } = await runNamed(db, {
    taken: db.select({ id: users.id }).from(users).where(eq(users.email, change.to_email)),
    before: dropPending(ctx, change.user_id),
    change: db.insert(email_changes).values(row),
  })
  if (taken.length === 0) return true
  await dropPending(ctx, change.user_id)
  return false
}

/** Deletes what waits. */
export async function deletePendingChange(ctx: DbCtx, user_id: string): Promise<void> {
  await dropPending(ctx, user_id)
}

function dropPending({ db }: DbCtx, user_id: string) {
  return db.delete(email_changes).where(and(eq(email_changes.user_id, user_id), isNull(email_changes.confirmed_at)))
}

/** `past_trial_hashes`: of the new address, by which a trial of a deleted account is known again. */
type Confirmed = { id: string; to_email: string; past_trial_hashes: string[] }

/**
 * Gives the event's user the new address, and keeps the old one for the link that undoes it. Returns false if the change
 * no longer waits. Fails where the address is taken.
 */
export async function changeUserEmail(
  ctx: Ctx,
  { id, to_email, past_trial_hashes }: Confirmed,
  event: SecurityEvent,
): Promise<boolean> {
  const { db } = ctx
  const now = ctx.now()
  const isAsked = and(
    eq(email_changes.id, id),
    eq(email_changes.to_email, to_email),
    isNull(email_changes.confirmed_at),
  )
  const asked = db
    .select({ id: email_changes.id })
    .from(email_changes)
    .where(and(isAsked, eq(email_changes.from_email, users.email)))
  const { changed } = await runNamed(db, {
    changed: db
      .update(users)
      .set({
        email: to_email,
        email_verified_at: now,
        trial_used_at: sql`coalesce(${users.trial_used_at}, ${pastTrialAt(past_trial_hashes)})`,
        updated_at: now,
      })
      .where(and(eq(users.id, event.user_id), exists(asked)))
      .returning({ id: users.id }),
    event: insertSecurityEvent(ctx, event, eq(users.email, to_email)),
    kept: db
      .update(email_changes)
      .set({ confirmed_at: now, expires_at: now + EMAIL_CHANGE_KEPT, mail_due_at: now + TELL_AFTER })
      .where(isAsked),
  })
  return changed.length > 0
}

/**
 * Gives the event's user the address back that a confirmed change had, ends all their sessions and forgets later changes.
 * Returns false if that change is not kept any longer.
 */
export async function takeEmailBack(
  ctx: Ctx,
  { id, from_email }: Pick<EmailChange, 'id' | 'from_email'>,
  event: SecurityEvent,
): Promise<boolean> {
  const { db } = ctx
  const now = ctx.now()
  const { user_id } = event
  const theirs = eq(users.id, user_id)
  const isKept = and(
    eq(email_changes.id, id),
    eq(email_changes.from_email, from_email),
    isNotNull(email_changes.confirmed_at),
  )
  const kept = db.select({ id: email_changes.id }).from(email_changes).where(isKept)
  const isBack = sql`exists (select 1 from ${users} where ${and(theirs, eq(users.email, from_email))})`
  const { back } = await runNamed(db, {
    back: db
      .update(users)
      .set({
        email: from_email,
        email_verified_at: sql`coalesce((select ${email_changes.from_verified_at} from ${email_changes} where ${isKept}), ${now})`,
        updated_at: now,
      })
      .where(and(theirs, exists(kept)))
      .returning({ id: users.id }),
    sessions: revokeSessions(ctx, and(eq(sessions.user_id, user_id), isNull(sessions.revoked_at), isBack)),
    event: insertSecurityEvent(ctx, event, eq(users.email, from_email)),
    changes: db.delete(email_changes).where(and(eq(email_changes.user_id, user_id), isBack)),
  })
  return back.length > 0
}

/** The ids of those whose mails were due by `before` (ms), at most CHANGES_AT_ONCE. */
export async function readChangesToMail({ db }: DbCtx, before: number): Promise<string[]> {
  const { id, mail_due_at } = email_changes
  const due = await db
    .select({ id })
    .from(email_changes)
    .where(lte(mail_due_at, before))
    .orderBy(asc(mail_due_at))
    .limit(CHANGES_AT_ONCE)
  return due.map((row) => row.id)
}

export async function readEmailChange(
  { db }: DbCtx,
  id: string,
): Promise<{ change: EmailChange; login: string } | undefined> {
  const [found] = await db
    .select({ change: email_changes, login: users.login })
    .from(email_changes)
    .innerJoin(users, eq(users.id, email_changes.user_id))
    .where(eq(email_changes.id, id))
  return found
}

/** `due_at`: when the schedule mails it, in ms; null once that is done. */
export async function setChangeMailDue({ db }: DbCtx, id: string, due_at: number | null): Promise<void> {
  await db.update(email_changes).set({ mail_due_at: due_at }).where(eq(email_changes.id, id))
}
