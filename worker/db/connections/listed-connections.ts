import { and, asc, eq, getTableColumns, inArray, type SQLWrapper } from 'drizzle-orm'
import type { DbCtx } from '../../system/context/context.ts'
import type { Db } from '../../system/d1/client.ts'
import { appletsOfServices, type AppletOfService } from '../applets/applets-of-services.ts'
import { decoded, prepared, runNamed, type Given, type GivenAll } from '../d1-batch.ts'
import { connected_accounts, services, type AccountRow, type ServiceRow } from '../schema/connections.ts'
import { actorQuery } from '../sessions/actor-query.ts'
import { sessionUser } from '../sessions/live-sessions.ts'

/** A user's accounts, their services, and the user's Applets that use them. */
export type Connections = { accounts: AccountRow[]; services: ServiceRow[]; uses: AppletOfService[] }

/** The session's user, with all of their accounts by service and age: one round trip. `now` in ms. */
export function readConnectionsOfSession({ db }: DbCtx, sessionHash: string, now: number) {
  return runNamed(db, { actor: actorQuery(db, sessionHash, now), ...ownQueries(db, { sessionHash }) })
}

const ownQueries = prepared((db, { sessionHash }: { sessionHash: Given<string> }) =>
  connectionQueries(db, sessionUser(db, sessionHash)),
)

/** All of the user's accounts by service and age. */
export function readConnections({ db }: DbCtx, user_id: string): Promise<Connections> {
  return runNamed(db, connectionQueries(db, [user_id]))
}

/** Accounts and services apart: their columns share names, of which a batch keeps only one. */
function connectionQueries(db: Db, user: Given<string>[] | SQLWrapper) {
  const { user_id, module_name, created_at, id } = connected_accounts
  const isOwn = inArray(user_id, user)
  return {
    accounts: decoded(
      db
        .select(getTableColumns(connected_accounts))
        .from(connected_accounts)
        .innerJoin(services, eq(services.module_name, module_name))
        .where(isOwn)
        .orderBy(asc(services.name), asc(created_at), asc(id)),
      getTableColumns(connected_accounts),
    ),
    services: decoded(
      db
        .select()
        .from(services)
        .where(inArray(services.module_name, db.select({ module_name }).from(connected_accounts).where(isOwn))),
      getTableColumns(services),
    ),
    uses: appletsOfServices(db, user),
  }
}

type AtService = { sessionHash: string; module_name: string }

/** As `readConnectionsOfSession`, at one service, which is not in `services` unless it is published. */
export function readConnectionsAt({ db }: DbCtx, { sessionHash, module_name }: AtService, now: number) {
  return runNamed(db, {
    actor: actorQuery(db, sessionHash, now),
    ...queriesAt(db, { sessionHash, module_name }),
  })
}

const queriesAt = prepared((db, { sessionHash, module_name }: GivenAll<AtService>) => {
  const user = sessionUser(db, sessionHash)
  return {
    services: decoded(
      db
        .select()
        .from(services)
        .where(and(eq(services.module_name, module_name), eq(services.published, true))),
      getTableColumns(services),
    ),
    accounts: decoded(
      db
        .select()
        .from(connected_accounts)
        .where(and(inArray(connected_accounts.user_id, user), eq(connected_accounts.module_name, module_name)))
        .orderBy(asc(connected_accounts.created_at), asc(connected_accounts.id)),
      getTableColumns(connected_accounts),
    ),
    uses: appletsOfServices(db, user, module_name),
  }
})
