import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import type { ServiceViewerResponse } from '../../contract/connections/service.ts'
import { connected_accounts, services } from '../../db/schema/connections.ts'
import { prepareOnce, type Given } from '../../db/prepare-once.ts'
import { AppError } from '../../errors/app-error.ts'
import { actorQuery, sessionUser, toActor } from '../../session/actor.ts'
import { toConnectedAccount, usesQuery } from '../list-connections.ts'

/**
 * The viewer's accounts of one service, oldest first, in one round trip; null for visitors. Throws `not_found` if the
 * service is unknown or not published.
 */
export async function readServiceViewer(ctx: Ctx, module_name: string): Promise<ServiceViewerResponse> {
  const { db, sessionHash } = ctx
  if (!sessionHash) return { viewer: null }
  const [actor, [service], accounts, uses] = await db.batch([
    actorQuery(db, sessionHash, ctx.realNow()),
    ...serviceQueries(db, { sessionHash, module_name }),
  ])
  if (!toActor(actor, ctx.now())) return { viewer: null }
  if (!service) throw new AppError('not_found')
  return {
    viewer: { connections: accounts.map((account) => toConnectedAccount(account, service, { accounts, uses })) },
  }
}

const serviceQueries = prepareOnce(
  (db, { sessionHash, module_name }: { sessionHash: Given<string>; module_name: Given<string> }) => {
    const user = sessionUser(db, sessionHash)
    return [
      db
        .select()
        .from(services)
        .where(and(eq(services.module_name, module_name), eq(services.published, true))),
      db
        .select()
        .from(connected_accounts)
        .where(and(inArray(connected_accounts.user_id, user), eq(connected_accounts.module_name, module_name)))
        .orderBy(asc(connected_accounts.created_at), asc(connected_accounts.id)),
      usesQuery(db, user, module_name),
    ] as const
  },
)
