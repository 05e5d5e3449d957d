import { appletsOfAccount } from '../engine/runner-sync/applets-of-account.ts'
import { stopRuns } from '../engine/runner-sync/stop-runs.ts'
import { requireUser } from '../system/context/require-user.ts'
import type { Ctx } from '../system/context/context.ts'
import { AppError } from '../system/errors/app-error.ts'
import { modulesToUndo, revokeGrants } from './access/revoke-grant.ts'
import { deleteAccount } from '../db/connections/connected-accounts.ts'

/**
 * Deletes an account, then revokes its grant at the service, which is tried again until it works. Applets that use it stay enabled and ask for the
 * connection; their runs that wait, retry or are held are canceled. Throws `not_found` (404), also for another user's account.
 */
export async function disconnectAccount(ctx: Ctx, id: string): Promise<void> {
  const user = await requireUser(ctx)
  const applets = await appletsOfAccount(ctx, user.id, id)
  if (!(await deleteAccount(ctx, { id, user_id: user.id }, { undone: modulesToUndo }))) throw new AppError('not_found')
  ctx.defer(revokeGrants(ctx, [id]))
  await stopRuns(ctx, user.id, applets)
}
