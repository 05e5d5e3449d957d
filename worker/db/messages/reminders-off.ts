import { eq, sql } from 'drizzle-orm'
import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
import { prepared, runBatch, runNamed, type Given } from '../d1-batch.ts'
import { users } from '../schema/accounts.ts'
import { sessionUser, signedInQuery } from '../sessions/live-sessions.ts'

/** Since when a user wants no reminders, in ms; null for who gets them. */
type Off = { reminders_off_at: number | null }

/** Who is signed in, and whether they get reminders. */
export function readRemindersOfSession({ db }: DbCtx, { sessionHash, now }: { sessionHash: string; now: number }) {
  return runNamed(db, { signedIn: signedInQuery(db, { sessionHash, now }), user: ownQuery(db, { sessionHash }) })
}

const ownQuery = prepared((db, { sessionHash }: { sessionHash: Given<string> }) =>
  db
    .select({ reminders_off_at: users.reminders_off_at })
    .from(users)
    .where(eq(users.id, sessionUser(db, sessionHash))),
)

export async function readRemindersOf({ db }: DbCtx, id: string): Promise<Off | undefined> {
  const [user] = await runBatch(db, [userQuery(db, { id })])
  return user
}

const userQuery = prepared((db, { id }: { id: Given<string> }) =>
  db.select({ reminders_off_at: users.reminders_off_at }).from(users).where(eq(users.id, id)),
)

/** Turns reminders off or on. Repeating it, or a user who is not there, changes nothing. */
export async function setRemindersOf({ db, now }: DbCtx & ClockCtx, id: string, reminders: boolean): Promise<void> {
  const reminders_off_at = reminders ? null : sql`coalesce(${users.reminders_off_at}, ${now()})`
  await db.update(users).set({ reminders_off_at, updated_at: now() }).where(eq(users.id, id))
}
