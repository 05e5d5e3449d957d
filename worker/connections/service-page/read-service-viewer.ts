import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { ServiceViewerResponse } from '../../contract/connections/service.ts'
import { connected_accounts, services } from '../../db/schema/connections.ts'
import { decoded, prepared, runBatch, type Given } from '../../db/d1-batch.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { sessionUser } from '../../db/users/live-sessions.ts'
import { actorQuery } from '../../db/users/actor-query.ts'
import { toActor } from '../../users/session/actor.ts'
import { toConnectedAccount, usesQuery } from '../accounts/list-connections.ts'

/**
 * The viewer's accounts of one service, oldest first, in one round trip; null for visitors. Throws `not_found` if the
 * service is unknown or not published.
 */
export async function readServiceViewer(ctx: Ctx, module_name: string): Promise<ServiceViewerResponse> {
  const { db, sessionHash } = ctx
  if (!sessionHash) return { viewer: null }
  const [actor, [service], accounts, uses] = await runBatch(db, [
    actorQuery(db, sessionHash, ctx.realNow()),
    ...serviceQueries(db, { sessionHash, module_name }),
  ])
  if (!toActor(actor, ctx.now())) return { viewer: null }
  if (!service) throw new AppError('not_found')
  return {
    viewer: { connections: accounts.map((account) => toConnectedAccount(account, service, { accounts, uses })) },
  }
}

const serviceQueries = prepared(
  (db, { sessionHash, module_name }: { sessionHash: Given<string>; module_name: Given<string> }) => {
    const user = sessionUser(db, sessionHash)
    return [
      decoded(
        db
          .select()
          .from(services)
          .where(and(eq(services.module_name, module_name), eq(services.published, true))),
        getTableColumns(services),
      ),
      decoded(
        db
          .select()
          .from(connected_accounts)
          .where(and(inArray(connected_accounts.user_id, user), eq(connected_accounts.module_name, module_name)))
          .orderBy(asc(connected_accounts.created_at), asc(connected_accounts.id)),
        getTableColumns(connected_accounts),
      ),
      usesQuery(db, user, module_name),
    ] as const
  },
)
