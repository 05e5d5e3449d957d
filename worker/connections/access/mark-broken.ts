import { and, eq, sql } from 'drizzle-orm'
import type { RunnerCtx } from '../../system/context/context.ts'
import { reconnectPath } from '../../contract/connections/service.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { deferSync } from '../../engine/runner-sync/sync-runner.ts'
import { logAccountEvent } from '../accounts/log-account-event.ts'
import { connected_accounts, type AccountRow } from '../../db/schema/connections.ts'

/** The error that tells the user to reconnect this service. Pages may put their own return_to into its address. */
export function brokenConnection(moduleName: string): AppError {
  return new AppError('connection_broken', { redirectTo: reconnectPath(moduleName, '/settings/connections') })
}

/** Marks the account as broken and logs it. Returns false, changing nothing, if it was connected again first. */
export async function markBroken(ctx: RunnerCtx, { id, user_id, version }: AccountRow): Promise<boolean> {
  const [, rows] = await ctx.db.batch([
    logAccountEvent(ctx, 'connection_broken', id, user_id, version),
    ctx.db
      .update(connected_accounts)
      .set({
        status: 'broken',
        refreshing_until: null,
        version: sql`${connected_accounts.version} + 1`,
        updated_at: ctx.now(),
      })
      .where(
        and(
          eq(connected_accounts.id, id),
          eq(connected_accounts.version, version),
          eq(connected_accounts.status, 'connected'),
        ),
      )
      .returning({ id: connected_accounts.id }),
  ])
  if (rows.length > 0) deferSync(ctx, user_id)
  return rows.length > 0
}
