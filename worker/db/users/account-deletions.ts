import { and, asc, count, eq, isNotNull, isNull, lte, notExists, notInArray, sql } from 'drizzle-orm'
import type { BilledBy } from '../../contract/billed-by.ts'
import { FORMER_MARK } from '../../contract/accounts/former-author.ts'
import { ENDED_STATUSES } from '../../contract/billing/subscription-status.ts'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import { runNamed } from '../d1-batch.ts'
import { takeLease } from '../lease.ts'
import { account_deletions, type DeletionRow } from '../schema/account-changes.ts'
import { sessions, users } from '../schema/accounts.ts'
import { applets } from '../schema/applets.ts'
import { isLiveAtStripe, subscriptions } from '../schema/billing.ts'
import { sqlList } from '../schema/columns.ts'
import { push_subscriptions } from '../schema/push.ts'
import { pending_sign_ins, second_factor_recoveries } from '../schema/second-factors.ts'
import { isLiveSession } from '../sessions/live-sessions.ts'
import { insertSecurityEvent, type SecurityEvent } from './security-events.ts'
import { revokeSessions } from './user-sessions.ts'
import type { UserRow } from './users.ts'

export type { DeletionRow }

/** Each takes some hundred statements, and D1 takes 1,000 of an invocation. */
export const DELETIONS_AT_ONCE = 4

/** How many published Applets of this author are shown. */
export async function countPublished({ db }: DbCtx, author_id: string): Promise<number> {
  const isShown = and(eq(applets.author_id, author_id), isNotNull(applets.published_at), isNull(applets.archived_at))
  const [published] = await db.select({ count: count() }).from(applets).where(isShown)
  return published?.count ?? 0
}

/** A deletion that is not done, with its user. `billed_by`: of the plan that has not ended. */
type PendingRow = Pick<UserRow, 'login' | 'email'> & { user_id: string; due_at: number; billed_by: BilledBy | null }

/** The deletion of the session's account; null for any other account. `now`: the real time, in ms. */
export async function readDeletionOfSession(
  { db }: DbCtx,
  { sessionHash, now }: { sessionHash: string; now: number },
): Promise<PendingRow | null> {
  const { due_at, done_at } = account_deletions
  const hasNotEnded = sql`${subscriptions.status} not in (${sql.raw(sqlList(ENDED_STATUSES))})`
  const [row] = await db
    .select({
      user_id: users.id,
      login: users.login,
      email: users.email,
      due_at,
      billed_by: subscriptions.payment_type,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .innerJoin(account_deletions, eq(account_deletions.user_id, users.id))
    .leftJoin(subscriptions, and(eq(subscriptions.user_id, users.id), hasNotEnded))
    .where(and(eq(sessions.token_hash, sessionHash), isLiveSession(now), isNull(done_at)))
  return row ?? null
}

export async function readDeletion(
  { db }: DbCtx,
  user_id: string,
): Promise<{ user: UserRow; deletion: DeletionRow } | undefined> {
  const [found] = await db
    .select({ user: users, deletion: account_deletions })
    .from(account_deletions)
    .innerJoin(users, eq(users.id, account_deletions.user_id))
    .where(eq(account_deletions.user_id, user_id))
  return found
}

type Asked = Pick<DeletionRow, 'due_at' | 'take_down'>

/**
 * Deletes the account of the event's user at `due_at` (ms), and pauses it now: its sessions, push messages and half
 * sign-ins end. Repeating it changes nothing.
 */
export async function insertDeletion(ctx: Ctx, asked: Asked, event: SecurityEvent): Promise<void> {
  const { db } = ctx
  const { user_id } = event
  const deletes_at = sql`coalesce(${users.deletes_at}, ${asked.due_at})`
  await runNamed(db, {
    event: insertSecurityEvent(ctx, event, isNull(users.deletes_at)),
    deletion: db
      .insert(account_deletions)
      .values(newDeletion(ctx, user_id, asked))
      .onConflictDoNothing(),
    user: db.update(users).set({ deletes_at, updated_at: ctx.now() }).where(eq(users.id, user_id)),
    sessions: revokeSessions(ctx, and(eq(sessions.user_id, user_id), isNull(sessions.revoked_at))),
    push: db.delete(push_subscriptions).where(eq(push_subscriptions.user_id, user_id)),
    // Also ends a wait to sign in without the second factor.
    recoveries: db.delete(second_factor_recoveries).where(eq(second_factor_recoveries.user_id, user_id)),
    pending: db.delete(pending_sign_ins).where(eq(pending_sign_ins.user_id, user_id)),
  })
}

/** With the subscription that is to end and would have renewed, and what was booked for it. The schedule asks Stripe for it (pause-account.ts). */
function newDeletion({ now }: ClockCtx, user_id: string, asked: Asked) {
  const { stripe_subscription_id, stripe_schedule_id, next_plan, status, cancel_at_period_end, cancel_at } =
    subscriptions
  // One that is not paid would be charged again, even if it is set to end.
  const isRenewing = sql`${eq(subscriptions.user_id, user_id)} and ${isLiveAtStripe(subscriptions)}
    and (${notInArray(status, ['active', 'trialing'])} or not ${cancel_at_period_end} and ${isNull(cancel_at)})`
  return {
    ...asked,
    user_id,
    requested_at: now(),
    ends_subscription: sql<string | null>`(select ${stripe_subscription_id} from ${subscriptions} where ${isRenewing})`,
    booked_schedule: sql<string | null>`(select ${stripe_schedule_id} from ${subscriptions}
    where ${isRenewing} and ${isNotNull(next_plan)})`,
    next_at: now(),
  }
}

/** Brings the account of the event's user back. Returns false if its deletion has begun. */
export async function deleteDeletion(ctx: Ctx, event: SecurityEvent): Promise<boolean> {
  const { db } = ctx
  const { user_id } = event
  const theirs = eq(account_deletions.user_id, user_id)
  const left = db.select({ user_id: account_deletions.user_id }).from(account_deletions).where(theirs)
  const { removed } = await runNamed(db, {
    removed: db
      .delete(account_deletions)
      .where(and(theirs, isNull(account_deletions.begun_at)))
      .returning({ user_id: account_deletions.user_id }),
    user: db
      .update(users)
      .set({ deletes_at: null, updated_at: ctx.now() })
      .where(and(eq(users.id, user_id), notExists(left))),
    event: insertSecurityEvent(ctx, event, isNull(users.deletes_at)),
  })
  return removed.length > 0
}

/** The users of those that were due by `before` (ms), at most DELETIONS_AT_ONCE. */
export async function readDueDeletions({ db }: DbCtx, before: number): Promise<string[]> {
  const due = await db
    .select({ user_id: account_deletions.user_id })
    .from(account_deletions)
    .where(isDue(before))
    .orderBy(asc(account_deletions.next_at))
    .limit(DELETIONS_AT_ONCE)
  return due.map(({ user_id }) => user_id)
}

/** Takes one for `ms`, if it was due by `before` and nobody else works on it. Once its day has come it has begun, and cannot be undone. */
export function leaseDeletion(
  ctx: DbCtx & ClockCtx,
  user_id: string,
  { before, ms }: { before: number; ms: number },
): Promise<DeletionRow | null> {
  const { begun_at, due_at, attempts } = account_deletions
  return takeLease(ctx, account_deletions, 'next_at', {
    ms,
    where: and(eq(account_deletions.user_id, user_id), isDue(before)),
    set: {
      attempts: sql`${attempts} + 1`,
      begun_at: sql`case when ${due_at} <= ${ctx.now()} then coalesce(${begun_at}, ${ctx.now()}) end`,
    },
  })
}

function isDue(before: number) {
  return and(isNull(account_deletions.done_at), lte(account_deletions.next_at, before))
}

/** When it is worked on next, in ms. */
export async function setDeletionNext({ db }: DbCtx, user_id: string, next_at: number): Promise<void> {
  await db.update(account_deletions).set({ next_at }).where(eq(account_deletions.user_id, user_id))
}

/** The same for one that has not begun. Returns false if it is not there any longer, or has begun. */
export async function waitForDeletion(
  { db }: DbCtx,
  { user_id, due_at }: Pick<DeletionRow, 'user_id' | 'due_at'>,
): Promise<boolean> {
  const kept = await db
    .update(account_deletions)
    .set({ next_at: due_at })
    .where(and(eq(account_deletions.user_id, user_id), isNull(account_deletions.begun_at)))
    .returning({ user_id: account_deletions.user_id })
  return kept.length > 0
}

/** The last step: of the user's own row, only its id and its days are left, and the deletion is done. */
export async function scrubUser({ db, now }: DbCtx & ClockCtx, user_id: string): Promise<void> {
  await runNamed(db, {
    user: db
      .update(users)
      .set({
        email: `${FORMER_MARK}${user_id}`.toLowerCase(),
        email_verified_at: null,
        login: `${FORMER_MARK}${user_id}`,
        password_hash: null,
        second_factor_at: null,
        code: user_id,
        segment: null,
        available_clients: [],
        student: false,
        stripe_customer_id: null,
        timezone: null,
        timezone_chosen: false,
        reminder_scheduled_at: null,
        reminders_off_at: null,
        runs_paused_until: null,
        maker_key_hash: null,
        maker_key_sealed: null,
        updated_at: now(),
      })
      .where(eq(users.id, user_id)),
    deletion: db.update(account_deletions).set({ done_at: now() }).where(eq(account_deletions.user_id, user_id)),
  })
}
