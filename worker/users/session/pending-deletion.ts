import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import { storeOf } from '../../contract/billed-by.ts'
import type { PendingDeletion } from '../../contract/accounts/account-deletion.ts'
import { account_deletions } from '../../db/schema/account-changes.ts'
import { sessions, users } from '../../db/schema/accounts.ts'
import { subscriptions } from '../../db/schema/billing.ts'
import { sqlList } from '../../db/schema/columns.ts'
import { isLiveSession } from '../../db/users/live-sessions.ts'
import { ENDED_STATUSES } from '../../contract/billing/subscription-status.ts'

/**
 * The deletion of the session's account, with its user; null for a visitor and for any other account. Sessions of such
 * an account are no one's in `actorQuery`, so every call but those that ask here refuses them.
 */
export async function readPendingDeletion({
  db,
  sessionHash,
  realNow,
}: Pick<Ctx, 'db' | 'sessionHash' | 'realNow'>): Promise<(PendingDeletion & { user_id: string }) | null> {
  if (!sessionHash) return null
  const [row] = await db
    .select({
      user_id: users.id,
      login: users.login,
      email: users.email,
      due_at: account_deletions.due_at,
      billed_by: subscriptions.payment_type,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .innerJoin(account_deletions, eq(account_deletions.user_id, users.id))
    .leftJoin(
      subscriptions,
      and(
        eq(subscriptions.user_id, users.id),
        sql`${subscriptions.status} not in (${sql.raw(sqlList(ENDED_STATUSES))})`,
      ),
    )
    .where(and(eq(sessions.token_hash, sessionHash), isLiveSession(realNow()), isNull(account_deletions.done_at)))
  if (!row) return null
  const { billed_by, ...pending } = row
  return { ...pending, store: storeOf(billed_by) }
}
