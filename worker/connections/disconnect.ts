import { and, eq } from 'drizzle-orm'
import { appletsOfAccount } from '../engine/runner-sync/applets-of-account.ts'
import { stopRuns } from '../engine/runner-sync/stop-runs.ts'
import { requireUser } from '../system/context/require-user.ts'
import type { Ctx } from '../system/context/context.ts'
import { AppError } from '../system/errors/app-error.ts'
import { logAccountEvent } from './accounts/log-account-event.ts'
import { noteRevocations } from '../db/connections/grant-revocations.ts'
import { modulesToUndo, revokeGrants } from './access/revoke-grant.ts'
import { connected_accounts } from '../db/schema/connections.ts'

/**
 * Deletes an account, then revokes its grant at the service, which is tried again until it works. Applets that use it stay enabled and ask for the
 * connection; their runs that wait, retry or are held are canceled. Throws `not_found` (404), also for another user's account.
 */
export async function disconnectAccount(ctx: Ctx, id: string): Promise<void> {
  const user = await requireUser(ctx)
  const applets = await appletsOfAccount(ctx, user.id, id)
  const isTheirs = and(eq(connected_accounts.id, id), eq(connected_accounts.user_id, user.id))
  const [, , [account]] = await ctx.db.batch([
    logAccountEvent(ctx, 'service_disconnected', id, user.id),
    noteRevocations(ctx, isTheirs, { undone: modulesToUndo }),
    ctx.db.delete(connected_accounts).where(isTheirs).returning({ id: connected_accounts.id }),
  ])
  if (!account) throw new AppError('not_found')
  ctx.defer(revokeGrants(ctx, [account.id]))
  await stopRuns(ctx, user.id, applets)
}
