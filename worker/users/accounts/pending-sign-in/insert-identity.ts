import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { ClockCtx, DbCtx } from '../../../system/context/context.ts'
import { users } from '../../../db/schema/accounts.ts'
import { identities } from '../../../db/schema/oidc.ts'

type Identity = { issuer: string; subject: string; user_id: string }

/** The statement that lets an identity open an account, if `when`, which may name columns of `users`, holds. */
export function insertIdentity({ db, ...ctx }: DbCtx & ClockCtx, { issuer, subject, user_id }: Identity, when: SQL) {
  return db.insert(identities).select((query) =>
    query
      .select({
        issuer: sql<string>`${issuer}`.as('issuer'),
        subject: sql<string>`${subject}`.as('subject'),
        user_id: users.id,
        created_at: sql<number>`${ctx.now()}`.as('created_at'),
      })
      .from(users)
      .where(and(eq(users.id, user_id), when)),
  )
}
