import { and, asc, eq, inArray, isNull, max, or } from 'drizzle-orm'
import { requireUser, type sessionUser } from '../session/actor.ts'
import { applet_steps, applets, enablements } from '../db/schema/applets.ts'
import type { Ctx } from '../context/context.ts'
import type { Db } from '../db/client.ts'
import { prepareOnce, type Given } from '../db/prepare-once.ts'
import { appletPath } from '../contract/addresses.ts'
import type { ConnectedAccount } from '../contract/connections/service.ts'
import { AppError } from '../errors/app-error.ts'
import { toService } from './find-service.ts'
import {
  connected_accounts,
  service_steps,
  services,
  type AccountRow,
  type ServiceRow,
} from '../db/schema/connections.ts'

/** The user's connected accounts, each with the user's Applets that use its service. */
export async function listConnections(ctx: Ctx): Promise<ConnectedAccount[]> {
  const user = await requireUser(ctx)
  return connectionsOfUser(ctx, user.id)
}

/** One account, in the shape of the list. */
export async function toConnection(ctx: Ctx, account: AccountRow): Promise<ConnectedAccount> {
  const found = (await connectionsOfUser(ctx, account.user_id)).find(({ id }) => id === account.id)
  if (!found) throw new AppError('not_found')
  return found
}

async function connectionsOfUser(ctx: Ctx, userId: string): Promise<ConnectedAccount[]> {
  // Not a batch: both tables have a column module_name, and a batch keeps only one of them.
  const [rows, uses] = await Promise.all([
    ctx.db
      .select({ account: connected_accounts, service: services })
      .from(connected_accounts)
      .innerJoin(services, eq(services.module_name, connected_accounts.module_name))
      .where(eq(connected_accounts.user_id, userId))
      .orderBy(asc(services.name), asc(connected_accounts.created_at), asc(connected_accounts.id)),
    ownUsesQuery(ctx.db, { userId }),
  ])
  const accounts = rows.map(({ account }) => account)
  return rows.map(({ account, service }) => toConnectedAccount(account, service, { accounts, uses }))
}

const ownUsesQuery = prepareOnce((db, { userId }: { userId: Given<string> }) => usesQuery(db, [userId]))

/**
 * The user's Applets by service: enabled ones, and turned-off ones that can be turned on again, which an archived one
 * cannot. With a module name, of that service only.
 */
export function usesQuery(db: Db, user: Given<string>[] | ReturnType<typeof sessionUser>, moduleName?: Given<string>) {
  const { id, friendly_id, name, config_type } = applets
  const { module_name } = service_steps
  const { status } = enablements
  return (
    db
      .select({ module_name, id, friendly_id, name, config_type, status, last_slot: max(applet_steps.account_slot) })
      .from(enablements)
      .innerJoin(applets, eq(applets.id, enablements.applet_id))
      .innerJoin(applet_steps, eq(applet_steps.applet_id, applets.id))
      // Crossed, so that it comes last: otherwise all Applets of the service are read.
      .crossJoin(service_steps)
      .where(
        and(
          eq(service_steps.id, applet_steps.step_id),
          inArray(enablements.user_id, user),
          or(eq(status, 'enabled'), isNull(applets.archived_at)),
          moduleName === undefined ? undefined : eq(module_name, moduleName),
        ),
      )
      .groupBy(module_name, id)
      .orderBy(asc(name), asc(id))
  )
}
type Use = Awaited<ReturnType<typeof usesQuery>>[number]
/** All of the user's accounts and uses at the service; those of other services are ignored. */
type Known = { accounts: readonly AccountRow[]; uses: readonly Use[] }

/** The account as its user sees it. */
export function toConnectedAccount(account: AccountRow, service: ServiceRow, known: Known): ConnectedAccount {
  const { id, module_name, account_name, status, created_at } = account
  const others = known.accounts.filter(
    (other) => other.module_name === module_name && other.status === 'connected' && other.id !== id,
  )
  const used_by = known.uses
    .filter((use) => use.module_name === module_name)
    .map((use) => ({
      id: use.id,
      name: use.name,
      path: appletPath(use),
      enabled: use.status === 'enabled',
      needs_account: (use.last_slot ?? 0) + 1 > others.length,
    }))
  return { id, service: toService(service), account_name, status, connected_at: created_at, used_by }
}
