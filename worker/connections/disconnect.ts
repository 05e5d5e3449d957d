import { and, eq } from 'drizzle-orm'
import { requireUser } from '../accounts/actor.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../http/app-error.ts'
import { logAccountEvent } from './activity.ts'
import { giveBack } from './give-back.ts'
import { connected_accounts, services, type AccountRow } from './tables.ts'
import { accountOwner, unseal } from './token-vault.ts'

/**
 * Forgets an account, then tells the service so. Applets that use it stay enabled and say that they need the
 * connection. Throws `not_found` (404), for someone else's too.
 */
export async function disconnect(ctx: Ctx, id: string): Promise<void> {
  const user = await requireUser(ctx)
  const [, [account]] = await ctx.db.batch([
    logAccountEvent(ctx, 'service_disconnected', id, user.id),
    ctx.db
      .delete(connected_accounts)
      .where(and(eq(connected_accounts.id, id), eq(connected_accounts.user_id, user.id)))
      .returning(),
  ])
  if (!account) throw new AppError('not_found')
  ctx.defer(revoke(ctx, account))
}

async function revoke(ctx: Ctx, account: AccountRow): Promise<void> {
  const [service] = await ctx.db.select().from(services).where(eq(services.module_name, account.module_name))
  const sealed = account.refresh_token ?? account.access_token
  if (service) await giveBack(ctx, service, () => unseal(ctx.settings.TOKEN_KEYS, accountOwner(account), sealed))
}
