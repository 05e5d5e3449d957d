import type { RunnerCtx } from '../../system/context/context.ts'
import { reconnectPath } from '../../contract/connections/service.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { deferSync } from '../../engine/runner-sync/sync-runner.ts'
import { setBroken, type AccountRow } from '../../db/connections/connected-accounts.ts'

/** The error that tells the user to reconnect this service. Pages may put their own return_to into its address. */
export function brokenConnection(moduleName: string): AppError {
  return new AppError('connection_broken', { redirectTo: reconnectPath(moduleName, '/settings/connections') })
}

/** Marks the account as broken and logs it. Returns false, changing nothing, if it was connected again first. */
export async function markBroken(ctx: RunnerCtx, account: AccountRow): Promise<boolean> {
  const isBroken = await setBroken(ctx, account)
  if (isBroken) deferSync(ctx, account.user_id)
  return isBroken
}
