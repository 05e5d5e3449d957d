import { and, eq } from 'drizzle-orm'
import { appletsOfAccount } from '../runner-sync/applets-of-account.ts'
import { stopRuns } from '../runner-sync/stop-runs.ts'
import { requireUser } from '../session/actor.ts'
import type { Ctx } from '../context/context.ts'
import { AppError } from '../errors/app-error.ts'
import { logAccountEvent } from './log-account-event.ts'
import { revokeGrant } from './revoke-grant.ts'
import { connected_accounts, services, type AccountRow } from '../db/schema/connections.ts'
import { accountOwner, decryptToken } from '../secrets/token-encryption.ts'

/**
 * Deletes an account, then revokes its grant at the service. Applets that use it stay enabled and ask for the
 * connection; their runs that wait, retry or are held are canceled. Throws `not_found` (404), also for another user's account.
 */
export async function disconnectAccount(ctx: Ctx, id: string): Promise<void> {
  const user = await requireUser(ctx)
  const applets = await appletsOfAccount(ctx, user.id, id)
  const [, [account]] = await ctx.db.batch([
    logAccountEvent(ctx, 'service_disconnected', id, user.id),
    ctx.db
      .delete(connected_accounts)
      .where(and(eq(connected_accounts.id, id), eq(connected_accounts.user_id, user.id)))
      .returning(),
  ])
  if (!account) throw new AppError('not_found')
  ctx.defer(revokeAccount(ctx, account))
  await stopRuns(ctx, user.id, applets)
}

/** Revokes an account's grant at its service. Never throws: a failure is logged. */
export async function revokeAccount(ctx: Ctx, account: AccountRow): Promise<void> {
  const [service] = await ctx.db.select().from(services).where(eq(services.module_name, account.module_name))
  const sealed = account.refresh_token ?? account.access_token
  if (service)
    await revokeGrant(ctx, service, () => decryptToken(ctx.settings.TOKEN_KEYS, accountOwner(account), sealed))
}
