import { and, asc, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
import { runNamed } from '../d1-batch.ts'
import { users } from '../schema/accounts.ts'
import { digest_lines, digest_schedule } from '../schema/notifications.ts'

/** How many users a portion serves, and how many lines one mail has. The rest follows. */
export const READERS_AT_ONCE = 50
export const LINES_IN_A_MAIL = 200

type NewLine = Pick<typeof digest_lines.$inferInsert, 'id' | 'user_id' | 'effect_key' | 'text' | 'applet_id'>

/** Adds a line to the user's next digest. Returns false for a key that is there already. */
export async function insertDigestLine({ db, now }: DbCtx & ClockCtx, line: NewLine): Promise<boolean> {
  const added = await db
    .insert(digest_lines)
    .values({ ...line, created_at: now() })
    .onConflictDoNothing()
    .returning({ id: digest_lines.id })
  return added.length > 0
}

/** A user whose digest is due. */
export type DigestReader = Awaited<ReturnType<typeof readDigestReaders>>[number]

/** Those with lines that were not mailed, at most READERS_AT_ONCE. The schedule's row makes the look for them cheap when there are none. */
export async function readDigestReaders({ db }: DbCtx, before: number) {
  const { id, email, email_verified_at, login, timezone } = users
  return db
    .select({ id, email, email_verified_at, login, timezone })
    .from(digest_schedule)
    .innerJoin(users, eq(id, digest_schedule.user_id))
    .where(lte(digest_schedule.due_at, before))
    .orderBy(asc(digest_schedule.due_at))
    .limit(READERS_AT_ONCE)
}

/** The user's lines from before `due` (ms) that were not mailed, at most LINES_IN_A_MAIL. */
export async function readUnsentLines(
  { db }: DbCtx,
  user: string,
  due: number,
): Promise<{ id: string; text: string; applet_id: number | null }[]> {
  const { id, text, applet_id, user_id, created_at, sent_at } = digest_lines
  return db
    .select({ id, text, applet_id })
    .from(digest_lines)
    .where(and(eq(user_id, user), isNull(sent_at), lt(created_at, due)))
    .orderBy(asc(created_at), asc(id))
    .limit(LINES_IN_A_MAIL)
}

export async function markLinesSent({ db, now }: DbCtx & ClockCtx, ids: readonly string[]): Promise<void> {
  await db
    .update(digest_lines)
    .set({ sent_at: now() })
    .where(sql`${digest_lines.id} in (select value from json_each(${JSON.stringify(ids)}))`)
}

/** When the user's next digest is looked at, in ms. It ends with the last line. */
export async function scheduleDigest({ db }: DbCtx, user_id: string, due_at: number): Promise<void> {
  const own = eq(digest_schedule.user_id, user_id)
  const waiting = sql`select 1 from ${digest_lines} where ${digest_lines.user_id} = ${user_id} and ${digest_lines.sent_at} is null`
  await runNamed(db, {
    next: db.update(digest_schedule).set({ due_at }).where(own),
    over: db.delete(digest_schedule).where(and(own, sql`not exists (${waiting})`)),
  })
}
