import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import { runNamed } from '../d1-batch.ts'
import { insertRow } from '../insert-row.ts'
import { former_logins, past_trials } from '../schema/account-changes.ts'
import { users } from '../schema/accounts.ts'
import { insertSecurityEvent, type SecurityEvent } from './security-events.ts'
import { spendLink, type OnceLink } from './used-links.ts'

export type UserRow = typeof users.$inferSelect

/** `past_trial_hashes`: of the address, by which a trial of a deleted account is known again. */
export type NewUser = Omit<typeof users.$inferInsert, 'trial_used_at'> & { past_trial_hashes: string[] }

/** The statement that inserts a new account. The unique indexes decide whether it can be. */
export function insertUser({ db }: DbCtx, { past_trial_hashes, ...row }: NewUser) {
  return db.insert(users).values({ ...row, trial_used_at: pastTrialAt(past_trial_hashes) })
}

/** When a deleted account with one of these hashes had its trial, in ms, as a value of another statement; else null. */
export function pastTrialAt(hashes: string[]) {
  return sql<number | null>`(select max(${past_trials.used_at}) from ${past_trials}
    where ${inArray(past_trials.hash, hashes)})`
}

export async function readUser({ db }: DbCtx, id: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  return user ?? null
}

export async function readUserByEmail({ db }: DbCtx, email: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.email, email))
  return user ?? null
}

/** Which of the two an account has already. */
export async function readTaken(
  { db }: DbCtx,
  { email, login }: { email: string; login: string },
): Promise<{ email: boolean; login: boolean }> {
  const ids = () => db.select({ id: users.id }).from(users)
  const same = await runNamed(db, {
    email: ids().where(eq(users.email, email)),
    login: ids().where(eq(sql`${users.login} collate nocase`, login)),
  })
  return { email: same.email.length > 0, login: same.login.length > 0 }
}

/** Those of these names that users have, or had and may take back. */
export async function readTakenLogins({ db }: DbCtx, logins: readonly string[]): Promise<string[]> {
  const { now, before } = await runNamed(db, {
    now: db
      .select({ login: users.login })
      .from(users)
      .where(inArray(sql`${users.login} collate nocase`, [...logins])),
    before: db
      .select({ login: former_logins.login })
      .from(former_logins)
      .where(inArray(sql`${former_logins.login} collate nocase`, [...logins])),
  })
  return [...now, ...before].map(({ login }) => login)
}

/**
 * Gives the event's user another name. The old one leads to them until `kept_until` (ms), unless it is another spelling
 * of the same. Fails where the name is taken.
 */
export async function changeUserLogin(
  ctx: Ctx,
  { login, kept_until }: { login: string; kept_until: number },
  event: SecurityEvent,
): Promise<void> {
  const { db } = ctx
  const { user_id } = event
  const isTheirs = and(sql`${former_logins.login} = ${login} collate nocase`, eq(former_logins.user_id, user_id))
  const former = { id: ctx.id('fln'), login: users.login, user_id: users.id, expires_at: kept_until }
  const isOther = and(eq(users.id, user_id), sql`lower(${users.login}) <> ${login.toLowerCase()}`)
  await db.batch([
    db.delete(former_logins).where(isTheirs),
    insertRow(db, former_logins, former, { from: users, where: isOther }),
    insertSecurityEvent(ctx, event),
    db.update(users).set({ login, updated_at: ctx.now() }).where(eq(users.id, user_id)),
  ])
}

/** `timezone`: null leaves it as it is. `timezone_chosen`: the user chose it, so that it follows no device. */
export async function setUserTimeZone(
  { db, ...ctx }: DbCtx & ClockCtx,
  id: string,
  { timezone, timezone_chosen }: { timezone: string | null; timezone_chosen: boolean },
): Promise<void> {
  const values = { ...(timezone !== null && { timezone }), timezone_chosen, updated_at: ctx.now() }
  await db.update(users).set(values).where(eq(users.id, id))
}

/** The statement of a time zone that follows the browser that signs in, unless its user has chosen another. */
export function followTimeZone({ db, ...ctx }: DbCtx & ClockCtx, id: string, timezone: string, when?: SQL) {
  return db
    .update(users)
    .set({ timezone: unlessChosen(timezone), updated_at: ctx.now() })
    .where(and(eq(users.id, id), when))
}

/** The zone of a browser that signs in, for a user who has not chosen another. */
export function unlessChosen(zone: string): SQL {
  return sql`case when ${users.timezone_chosen} then ${users.timezone} else ${zone} end`
}

/**
 * Verifies the address that a link was mailed to, and uses up the link. Returns false if the account has another address by
 * now. Fails for a link that was used (`isSpentLink`).
 */
export async function verifyUserEmail(
  ctx: Ctx,
  link: OnceLink & { email: string },
  event: SecurityEvent,
): Promise<boolean> {
  const { db } = ctx
  const now = ctx.now()
  const isTheirs = and(eq(users.id, event.user_id), eq(users.email, link.email))
  const { verified } = await runNamed(db, {
    spent: spendLink(ctx, link),
    event: insertSecurityEvent(ctx, event, and(eq(users.email, link.email), isNull(users.email_verified_at))),
    verified: db
      .update(users)
      .set({ email_verified_at: sql`coalesce(${users.email_verified_at}, ${now})`, updated_at: now })
      .where(isTheirs)
      .returning({ id: users.id }),
  })
  return verified.length > 0
}

/** Sets the key that the user's own events come with. */
export async function setMakerKey(
  { db, now }: DbCtx & ClockCtx,
  user_id: string,
  key: Pick<UserRow, 'maker_key_hash' | 'maker_key_sealed'>,
): Promise<void> {
  await db
    .update(users)
    .set({ ...key, updated_at: now() })
    .where(eq(users.id, user_id))
}

/** Pauses all runs of a user until this time in ms; null goes on. */
export async function setRunsPausedUntil(
  { db, now }: DbCtx & ClockCtx,
  user_id: string,
  runs_paused_until: number | null,
): Promise<void> {
  await db.update(users).set({ runs_paused_until, updated_at: now() }).where(eq(users.id, user_id))
}
