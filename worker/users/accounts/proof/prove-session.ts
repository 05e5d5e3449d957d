import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../../system/context/context.ts'
import type { ProofWay } from '../../../contract/accounts/proof.ts'
import { sessions, users } from '../../../db/schema/accounts.ts'
import { isLiveSessionOf } from '../../../db/users/live-sessions.ts'

/**
 * The statement that notes that the session's user has just shown that it is them. Where the account has a second factor,
 * only a passkey shows it, also if that was turned on a moment ago.
 */
export function proveSession({ db, ...ctx }: Ctx, session: { id: string; user_id: string }, way: ProofWay) {
  const isEnough = sql`exists (select 1 from ${users} u where u.id = ${session.user_id} and u.second_factor_at is null)`
  return db
    .update(sessions)
    .set({ proved_at: ctx.realNow() })
    .where(
      and(
        eq(sessions.id, session.id),
        isLiveSessionOf(session.user_id, ctx.realNow()),
        way === 'passkey' ? undefined : isEnough,
      ),
    )
}
