import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
import { account_deletions } from '../schema/account-changes.ts'
import { users } from '../schema/accounts.ts'
import { messages_sent } from '../schema/messages.ts'

export async function isSent({ db }: DbCtx, id: string): Promise<boolean> {
  const [sent] = await db.select({ id: messages_sent.id }).from(messages_sent).where(eq(messages_sent.id, id))
  return sent !== undefined
}

type Sent = Omit<typeof messages_sent.$inferInsert, 'user_id' | 'sent_at'> & { user_id: string }

/** Records that a message went out. A second record with the same id changes nothing. */
export async function insertSent({ db, now }: DbCtx & ClockCtx, { user_id, ...message }: Sent): Promise<void> {
  // Null if the account is gone or about to be erased; a failing insert would send the mail again and again.
  const kept = sql`(select ${users.id} from ${users} where ${users.id} = ${user_id} and not exists
        (select 1 from ${account_deletions} d where d.user_id = ${users.id} and d.begun_at is not null))`
  await db
    .insert(messages_sent)
    .values({ ...message, user_id: kept, sent_at: now() })
    .onConflictDoNothing()
}

/** Who is mailed; null for an address that nobody has verified. */
export async function readVerifiedUser(
  { db }: DbCtx,
  user_id: string,
): Promise<{ id: string; email: string; login: string } | null> {
  const [user] = await db
    .select({ id: users.id, email: users.email, login: users.login })
    .from(users)
    .where(and(eq(users.id, user_id), isNotNull(users.email_verified_at)))
  return user ?? null
}
