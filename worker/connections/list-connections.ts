import { and, asc, eq } from 'drizzle-orm'
import { requireUser } from '../session/actor.ts'
import { applet_steps, applets, enablements } from '../db/schema/applets.ts'
import type { Ctx } from '../context/context.ts'
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
    usesQuery(ctx, user.id),
  ])
  return accounts.map(({ account, service }) => view(account, service, uses))
}

/** One account, in the shape of the list. */
export async function toConnection(ctx: Ctx, account: AccountRow, service: ServiceRow): Promise<ConnectedAccount> {
  return view(account, service, await usesQuery(ctx, account.user_id))
}

function usesQuery(ctx: Ctx, userId: string) {
  const { id, friendly_id, name, config_type } = applets
  return ctx.db
    .selectDistinct({ module_name: service_steps.module_name, id, friendly_id, name, config_type })
    .from(enablements)
    .innerJoin(applets, eq(applets.id, enablements.applet_id))
    .innerJoin(applet_steps, eq(applet_steps.applet_id, applets.id))
    .innerJoin(service_steps, eq(service_steps.id, applet_steps.step_id))
    .where(and(eq(enablements.user_id, userId), eq(enablements.status, 'enabled')))
    .orderBy(asc(applets.name), asc(applets.id))
}
type Use = Awaited<ReturnType<typeof usesQuery>>[number]

function view(account: AccountRow, service: ServiceRow, uses: readonly Use[]): ConnectedAccount {
  const { id, account_name, status, created_at } = account
  const used_by = uses
    .filter((use) => use.module_name === account.module_name)
    .map((use) => ({ id: use.id, name: use.name, path: appletPath(use) }))
  return { id, service: toService(service), account_name, status, connected_at: created_at, used_by }
}
