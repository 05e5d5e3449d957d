import { and, eq, sql } from 'drizzle-orm'
import { activity_log } from '../../db/schema/applets.ts'
import { activityRow } from '../../system/activity-log/activity-row.ts'
import type { RunnerCtx } from '../../system/context/context.ts'
import type { ConnectionEvent } from '../../contract/activity/activity-entry.ts'
import { connected_accounts } from '../../db/schema/connections.ts'

/**
 * The statement that logs an account's event, for the batch that changes the account. Placed before the change and with
 * the change's own condition (`version`), it logs nothing if the change does not happen.
 */
export function logAccountEvent(
  ctx: RunnerCtx,
  kind: ConnectionEvent,
  accountId: string,
  userId: string,
  version?: number,
) {
  const { id, user_id, module_name, account_name } = connected_accounts
  const unchanged = version === undefined ? [] : [eq(connected_accounts.version, version)]
  return ctx.db.insert(activity_log).select((query) =>
    query
      .select(
        activityRow(ctx, {
          id: ctx.id('act'),
          kind,
          user_id,
          applet_id: null,
          detail: sql`json_object('module_name', ${module_name}, 'account_name', ${account_name})`,
        }),
      )
      .from(connected_accounts)
      .where(and(eq(id, accountId), eq(user_id, userId), ...unchanged)),
  )
}
