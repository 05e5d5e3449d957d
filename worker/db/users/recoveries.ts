import { and, asc, eq, gt, isNotNull, lte, sql, type SQL } from 'drizzle-orm'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import { runNamed, type Statement } from '../d1-batch.ts'
import { insertRow } from '../insert-row.ts'
import { takeLease } from '../lease.ts'
import { email_changes } from '../schema/account-changes.ts'
import { users } from '../schema/accounts.ts'
import { pending_sign_ins, second_factor_recoveries } from '../schema/second-factors.ts'
import { turnOffStatements } from './second-factors.ts'
import { isPending, type PendingSignIn } from './second-steps.ts'
import { insertSecurityEvent, type SecurityEvent } from './security-events.ts'
import { spendLink, type OnceLink } from './used-links.ts'

/** A waiting period to sign in without the second factor. */
export type Recovery = typeof second_factor_recoveries.$inferSelect

/** Each takes a few statements, and D1 takes 1,000 of an invocation. */
export const RECOVERIES_AT_ONCE = 50

/** The user's waiting period, unless it has expired. */
export async function readRecovery({ db, ...ctx }: DbCtx & ClockCtx, user_id: string): Promise<Recovery | null> {
  const [row] = await db
    .select()
    .from(second_factor_recoveries)
    .where(and(eq(second_factor_recoveries.user_id, user_id), gt(second_factor_recoveries.expires_at, ctx.now())))
  return row ?? null
}

/**
 * Begins a waiting period while the sign-in waits, in place of one that has expired. Returns the one that is there then,
 * which has another id if it was there before; null if the sign-in waits no longer.
 */
export async function insertRecovery(
  ctx: Ctx,
  pending: PendingSignIn,
  { id, due_at, expires_at }: Pick<Recovery, 'id' | 'due_at' | 'expires_at'>,
  event: SecurityEvent,
): Promise<Recovery | null> {
  const { db } = ctx
  const now = ctx.now()
  const { user } = pending
  const isTheirs = eq(second_factor_recoveries.user_id, user.id)
  const isBegun = sql`exists (select 1 from ${second_factor_recoveries} where ${eq(second_factor_recoveries.id, id)})`
  const row = { id, user_id: users.id, begun_at: now, due_at, expires_at, next_mail_at: now }
  const mayBegin = and(eq(users.id, user.id), isNotNull(users.second_factor_at), isPending(pending, ctx.realNow()))
  const { there } = await runNamed(db, {
    expired: db.delete(second_factor_recoveries).where(and(isTheirs, lte(second_factor_recoveries.expires_at, now))),
    begun: insertRow(db, second_factor_recoveries, row, { from: users, where: mayBegin }).onConflictDoNothing(),
    event: insertSecurityEvent(ctx, event, isBegun),
    there: db.select().from(second_factor_recoveries).where(isTheirs),
  })
  return there[0] ?? null
}

/**
 * Stops the waiting period that a link was mailed for, with what is half signed in. Returns false if it is not there any
 * longer. Fails for a link that was used (`isSpentLink`).
 */
export async function stopRecoveryByLink(ctx: Ctx, link: OnceLink, id: string, event: SecurityEvent): Promise<boolean> {
  const { db } = ctx
  const { user_id } = event
  const isIt = and(eq(second_factor_recoveries.id, id), eq(second_factor_recoveries.user_id, user_id))
  const isThere = sql`exists (select 1 from ${second_factor_recoveries} where ${isIt})`
  const { stopped } = await runNamed(db, {
    spent: spendLink(ctx, link),
    event: insertSecurityEvent(ctx, event, isThere),
    pending: db.delete(pending_sign_ins).where(and(eq(pending_sign_ins.user_id, user_id), isThere)),
    stopped: db.delete(second_factor_recoveries).where(isIt).returning({ id: second_factor_recoveries.id }),
  })
  return stopped.length > 0
}

/** The statements by which a session with the second factor stops the waiting period, if there is one. */
export function stopRecoveryBySession(
  ctx: Ctx,
  user_id: string,
  { session_id, isBegun }: { session_id: string; isBegun: SQL },
): Statement[] {
  const isThere = sql`exists (select 1 from ${second_factor_recoveries} r where r.user_id = ${user_id})`
  return [
    insertSecurityEvent(ctx, { kind: 'recovery_stopped', user_id, session_id }, and(isThere, isBegun)),
    ctx.db.delete(second_factor_recoveries).where(and(eq(second_factor_recoveries.user_id, user_id), isBegun)),
  ]
}

/** The statements that turn the second factor off, once its waiting period is over. They come before the session. */
export function turnOffByRecovery(ctx: DbCtx & ClockCtx, { id, user_id }: Recovery): Statement[] {
  const now = ctx.now()
  const isOpen = and(
    eq(second_factor_recoveries.id, id),
    lte(second_factor_recoveries.due_at, now),
    gt(second_factor_recoveries.expires_at, now),
  )
  return turnOffStatements(ctx, user_id, sql`exists (select 1 from ${second_factor_recoveries} where ${isOpen})`)
}

/** The ids of those with a mail that was due by `before` (ms), at most RECOVERIES_AT_ONCE. */
export async function readRecoveriesToMail({ db }: DbCtx, before: number): Promise<string[]> {
  const { id, next_mail_at } = second_factor_recoveries
  const due = await db
    .select({ id })
    .from(second_factor_recoveries)
    .where(isMailDue(before))
    .orderBy(asc(next_mail_at))
    .limit(RECOVERIES_AT_ONCE)
  return due.map((row) => row.id)
}

/** Takes one for `ms`, if its mail was due by `before` and nobody else mails it. */
export function leaseRecovery(
  ctx: DbCtx & ClockCtx,
  id: string,
  { before, ms }: { before: number; ms: number },
): Promise<Recovery | null> {
  const where = and(eq(second_factor_recoveries.id, id), isMailDue(before))
  return takeLease(ctx, second_factor_recoveries, 'next_mail_at', { ms, where })
}

export async function noteRecoveryMail(
  { db }: DbCtx,
  id: string,
  sent: Pick<Recovery, 'mails_sent' | 'next_mail_at'>,
): Promise<void> {
  await db.update(second_factor_recoveries).set(sent).where(eq(second_factor_recoveries.id, id))
}

function isMailDue(before: number) {
  const { next_mail_at } = second_factor_recoveries
  return and(isNotNull(next_mail_at), lte(next_mail_at, before))
}

/**
 * Who is mailed about it, null if they are gone. An address that was changed within seven days still belongs to its user,
 * who may have lost it to somebody else: it gets the mail too.
 */
export async function readRecoveryAddresses(
  { db, now }: DbCtx & ClockCtx,
  user_id: string,
): Promise<{ login: string; emails: Set<string> } | null> {
  const { confirmed_at, expires_at, from_email } = email_changes
  const { current, earlier } = await runNamed(db, {
    current: db.select({ email: users.email, login: users.login }).from(users).where(eq(users.id, user_id)),
    earlier: db
      .select({ from_email })
      .from(email_changes)
      .where(and(eq(email_changes.user_id, user_id), isNotNull(confirmed_at), gt(expires_at, now()))),
  })
  const [user] = current
  return user ? { login: user.login, emails: new Set([user.email, ...earlier.map((each) => each.from_email)]) } : null
}
