import { and, eq, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import { MINUTE } from '../../contract/shared/durations.ts'
import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
import { connected_accounts, grant_revocations, services } from '../schema/connections.ts'

/** How long the request that wrote a row has for the first try. */
export const FIRST_TRY = 5 * MINUTE

/**
 * The statement that notes the grants of these accounts, to be revoked after the batch that then deletes them.
 * `which` is a condition on `connected_accounts`; `undone`: the services where something has to be undone in their own way.
 * It notes nothing of other services whose grants cannot be revoked.
 */
export function noteRevocations(
  { db, now }: DbCtx & ClockCtx,
  which: SQL | undefined,
  { undone }: { undone: readonly string[] },
) {
  const { id, user_id, module_name, account_id, access_token, refresh_token, server } = connected_accounts
  const isRevocable = or(isNotNull(services.revoke_url), inArray(module_name, [...undone]))
  return db.insert(grant_revocations).select((query) =>
    query
      .select({
        id,
        user_id,
        module_name,
        account_id,
        token: sql<string>`coalesce(${refresh_token}, ${access_token})`.as('token'),
        server,
        created_at: sql<number>`${now()}`.as('created_at'),
        next_at: sql<number>`${now() + FIRST_TRY}`.as('next_at'),
        attempts: sql<number>`0`.as('attempts'),
      })
      .from(connected_accounts)
      .innerJoin(services, eq(services.module_name, module_name))
      .where(and(which, isRevocable)),
  )
}
