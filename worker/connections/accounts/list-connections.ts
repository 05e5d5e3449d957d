import { appletPath } from '../../contract/addresses.ts'
import type { ConnectedAccount } from '../../contract/connections/service.ts'
import type { AccountRow } from '../../db/connections/connected-accounts.ts'
import { readConnections, readConnectionsOfSession, type Connections } from '../../db/connections/listed-connections.ts'
import type { ServiceRow } from '../../db/services/service-catalog.ts'
import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { toService } from './published-services.ts'

/** The user's connected accounts, each with the user's Applets that use its service, in one round trip. Throws `not_signed_in`. */
export async function listConnections(ctx: Ctx): Promise<ConnectedAccount[]> {
  if (!ctx.sessionHash) throw new AppError('not_signed_in')
  const { actor, ...known } = await readConnectionsOfSession(ctx, ctx.sessionHash, ctx.realNow())
  if (actor.length === 0) throw new AppError('not_signed_in')
  return toConnectedAccounts(known)
}

/** One account, in the shape of the list. */
export async function toConnection(ctx: Ctx, account: AccountRow): Promise<ConnectedAccount> {
  const all = toConnectedAccounts(await readConnections(ctx, account.user_id))
  const found = all.find(({ id }) => id === account.id)
  if (!found) throw new AppError('not_found')
  return found
}

function toConnectedAccounts(known: Connections): ConnectedAccount[] {
  const serviceOf = new Map(known.services.map((service) => [service.module_name, service]))
  return known.accounts.flatMap((account) => {
    const service = serviceOf.get(account.module_name)
    return service ? [toConnectedAccount(account, service, known)] : []
  })
}

/** All of the user's accounts and uses at the service; those of other services are ignored. */
type Known = Pick<Connections, 'accounts' | 'uses'>

/** The account as its user sees it. */
export function toConnectedAccount(account: AccountRow, service: ServiceRow, known: Known): ConnectedAccount {
  const { id, module_name, account_name, status, created_at } = account
  const others = known.accounts.filter(
    (other) => other.module_name === module_name && other.status === 'connected' && other.id !== id,
  )
  const place = known.accounts.filter((each) => each.module_name === module_name).findIndex((each) => each.id === id)
  const used_by = known.uses
    // Slots are the accounts in the order of connecting.
    .filter((use) => use.module_name === module_name && use.last_slot >= place)
    .map((use) => ({
      id: use.id,
      name: use.name,
      path: appletPath(use),
      enabled: use.status === 'enabled',
      needs_account: use.last_slot + 1 > others.length,
    }))
  return { id, service: toService(service), account_name, status, connected_at: created_at, used_by }
}
