import { and, eq, sql } from 'drizzle-orm'
import { activity_log } from '../applets/tables.ts'
import type { Ctx } from '../context.ts'
import { connected_accounts } from './tables.ts'

/** What the activity pages can say of a connection. `detail`: module_name, account_name. */
export type ConnectionEvent = 'service_connected' | 'service_disconnected' | 'connection_broken'

/**
 * The statement that logs what happens to an account, for the batch that does it. Put before the change, with the
 * change's own condition (`version`), it logs nothing where the change does not happen.
 */
export function logAccountEvent(ctx: Ctx, kind: ConnectionEvent, accountId: string, userId: string, version?: number) {
  const { id, user_id, module_name, account_name } = connected_accounts
  const unchanged = version === undefined ? [] : [eq(connected_accounts.version, version)]
  return ctx.db.insert(activity_log).select((query) =>
    query
      .select({
        id: sql<string>`${ctx.id('act')}`.as('id'),
        user_id: sql<string>`${user_id}`.as('user_id'),
        applet_id: sql<number | null>`null`.as('applet_id'),
        kind: sql<string>`${kind}`.as('kind'),
        detail: sql<
          Record<string, string>
        >`json_object('module_name', ${module_name}, 'account_name', ${account_name})`.as('detail'),
        created_at: sql<number>`${ctx.now()}`.as('created_at'),
      })
      .from(connected_accounts)
      .where(and(eq(id, accountId), eq(user_id, userId), ...unchanged)),
  )
}
