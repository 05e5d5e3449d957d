import { and, asc, eq, inArray } from 'drizzle-orm'
import { requireUser, type sessionUser } from '../session/actor.ts'
import { applet_steps, applets, enablements } from '../db/schema/applets.ts'
import type { Ctx } from '../context/context.ts'
import type { Db } from '../db/client.ts'
import { appletPath } from '../contract/addresses.ts'
import type { ConnectedAccount } from '../contract/connections/service.ts'
import { toService } from './find-service.ts'
import {
  connected_accounts,
  service_steps,
  services,
  type AccountRow,
  type ServiceRow,
} from '../db/schema/connections.ts'

/** The user's connected accounts, each with the enabled Applets that use its service. */
export async function listConnections(ctx: Ctx): Promise<ConnectedAccount[]> {
  const user = await requireUser(ctx)
  // Not a batch: both tables have a column module_name, and a batch keeps only one of them.
  const [accounts, uses] = await Promise.all([
    ctx.db
      .select({ account: connected_accounts, service: services })
      .from(connected_accounts)
      .innerJoin(services, eq(services.module_name, connected_accounts.module_name))
      .where(eq(connected_accounts.user_id, user.id))
      .orderBy(asc(services.name), asc(connected_accounts.created_at), asc(connected_accounts.id)),
    usesQuery(ctx.db, [user.id]),
  ])
  return accounts.map(({ account, service }) => toConnectedAccount(account, service, uses))
}

/** One account, in the shape of the list. */
export async function toConnection(ctx: Ctx, account: AccountRow, service: ServiceRow): Promise<ConnectedAccount> {
  return toConnectedAccount(account, service, await usesQuery(ctx.db, [account.user_id]))
}

/** The user's enabled Applets by service; with a module name, of that service only. */
export function usesQuery(db: Db, user: string[] | ReturnType<typeof sessionUser>, moduleName?: string) {
  const { id, friendly_id, name, config_type } = applets
  const { module_name } = service_steps
  return db
    .selectDistinct({ module_name, id, friendly_id, name, config_type })
    .from(enablements)
    .innerJoin(applets, eq(applets.id, enablements.applet_id))
    .innerJoin(applet_steps, eq(applet_steps.applet_id, applets.id))
    .innerJoin(service_steps, eq(service_steps.id, applet_steps.step_id))
    .where(
      and(
        inArray(enablements.user_id, user),
        eq(enablements.status, 'enabled'),
        moduleName === undefined ? undefined : eq(module_name, moduleName),
      ),
    )
    .orderBy(asc(applets.name), asc(applets.id))
}
type Use = Awaited<ReturnType<typeof usesQuery>>[number]

/** The account as its user sees it. `uses`: their enabled Applets, of other services too. */
export function toConnectedAccount(account: AccountRow, service: ServiceRow, uses: readonly Use[]): ConnectedAccount {
  const { id, account_name, status, created_at } = account
  const used_by = uses
    .filter((use) => use.module_name === account.module_name)
    .map((use) => ({ id: use.id, name: use.name, path: appletPath(use) }))
  return { id, service: toService(service), account_name, status, connected_at: created_at, used_by }
}
