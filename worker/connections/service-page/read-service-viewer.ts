import type { Ctx } from '../../system/context/context.ts'
import type { ServiceViewerResponse } from '../../contract/connections/service.ts'
import { readConnectionsAt } from '../../db/connections/listed-connections.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { toActor } from '../../users/session/actor.ts'
import { toConnectedAccount } from '../accounts/list-connections.ts'

/**
 * The viewer's accounts of one service, oldest first, in one round trip; null for visitors. Throws `not_found` if the
 * service is unknown or not published.
 */
export async function readServiceViewer(ctx: Ctx, module_name: string): Promise<ServiceViewerResponse> {
  const { sessionHash } = ctx
  if (!sessionHash) return { viewer: null }
  const { actor, services, ...known } = await readConnectionsAt(ctx, { sessionHash, module_name }, ctx.realNow())
  if (!toActor(actor, ctx.now())) return { viewer: null }
  const [service] = services
  if (!service) throw new AppError('not_found')
  return { viewer: { connections: known.accounts.map((account) => toConnectedAccount(account, service, known)) } }
}
