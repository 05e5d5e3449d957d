import { and, asc, eq, getTableColumns, inArray, isNull, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { sessionUser } from '../../db/users/live-sessions.ts'
import { actorQuery } from '../../db/users/actor-query.ts'
import { applet_steps, applet_versions, applets, enablements } from '../../db/schema/applets.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { Db } from '../../system/d1/client.ts'
import { decoded, prepared, runBatch, type Given, type RowOf } from '../../db/d1-batch.ts'
import { appletPath } from '../../contract/addresses.ts'
import type { ConnectedAccount } from '../../contract/connections/service.ts'
import { isKeptVersion, keepsOlder, seenName } from '../../db/applets/public-face.ts'
import { stepModule, stepSlot, stepsOfDocument } from '../../db/applets/steps-in-sql.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { toService } from './find-service.ts'
import {
  connected_accounts,
  service_steps,
  services,
  type AccountRow,
  type ServiceRow,
} from '../../db/schema/connections.ts'

/** The user's connected accounts, each with the user's Applets that use its service, in one round trip. Throws `not_signed_in`. */
export async function listConnections(ctx: Ctx): Promise<ConnectedAccount[]> {
  const { db, sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const [actor, ...own] = await runBatch(db, [
    actorQuery(db, sessionHash, ctx.realNow()),
    ...ownQueries(db, { sessionHash }),
  ])
  if (actor.length === 0) throw new AppError('not_signed_in')
  return toConnectedAccounts(own)
}

/** One account, in the shape of the list. */
export async function toConnection({ db }: Ctx, account: AccountRow): Promise<ConnectedAccount> {
  const all = toConnectedAccounts(await runBatch(db, connectionQueries(db, [account.user_id])))
  const found = all.find(({ id }) => id === account.id)
  if (!found) throw new AppError('not_found')
  return found
}

const ownQueries = prepared((db, { sessionHash }: { sessionHash: Given<string> }) =>
  connectionQueries(db, sessionUser(db, sessionHash)),
)

type Whose = Given<string>[] | ReturnType<typeof sessionUser>

/** Accounts and services apart: their columns share names, of which a batch keeps only one. */
function connectionQueries(db: Db, user: Whose) {
  const { user_id, module_name, created_at, id } = connected_accounts
  const isOwn = inArray(user_id, user)
  return [
    decoded(
      db
        .select(getTableColumns(connected_accounts))
        .from(connected_accounts)
        .innerJoin(services, eq(services.module_name, module_name))
        .where(isOwn)
        .orderBy(asc(services.name), asc(created_at), asc(id)),
      getTableColumns(connected_accounts),
    ),
    decoded(
      db
        .select()
        .from(services)
        .where(inArray(services.module_name, db.select({ module_name }).from(connected_accounts).where(isOwn))),
      getTableColumns(services),
    ),
    usesQuery(db, user),
  ] as const
}

function toConnectedAccounts([accounts, found, uses]: readonly [
  AccountRow[],
  ServiceRow[],
  Use[],
]): ConnectedAccount[] {
  const serviceOf = new Map(found.map((service) => [service.module_name, service]))
  return accounts.flatMap((account) => {
    const service = serviceOf.get(account.module_name)
    return service ? [toConnectedAccount(account, service, { accounts, uses })] : []
  })
}

/** The service and the slot of each step of an Applet as its user has it, as JSON; with a module name, of that service only. */
function stepsOfEach(moduleName?: Given<string>): SQL {
  const only = (module: SQLWrapper) => (moduleName === undefined ? sql`` : sql`and ${module} = ${moduleName}`)
  return sql`json_each(case when ${keepsOlder(enablements.user_id)}
    then (select json_group_array(json_array(${stepModule}, ${stepSlot})) from ${applet_versions} join ${stepsOfDocument(applet_versions.doc)}
      where ${isKeptVersion} ${only(stepModule)})
    else (select json_group_array(json_array(${service_steps.module_name}, ${applet_steps.account_slot}))
      from ${applet_steps} cross join ${service_steps} where ${applet_steps.applet_id} = ${applets.id}
      and ${service_steps.id} = ${applet_steps.step_id} ${only(service_steps.module_name)}) end) used`
}

/**
 * The user's Applets by service: enabled ones, and turned-off ones that can be turned on again, which an archived one
 * cannot. With a module name, of that service only.
 */
export function usesQuery(db: Db, user: Whose, moduleName?: Given<string>) {
  const { id, friendly_id, config_type } = applets
  const { status, user_id } = enablements
  const module_name = sql<string>`(used.value ->> 0)`
  return db
    .select({
      module_name: module_name.as('module_name'),
      id,
      friendly_id,
      name: seenName(user_id).as('name'),
      config_type,
      status,
      last_slot: sql<number>`max(used.value ->> 1)`.as('last_slot'),
    })
    .from(enablements)
    .innerJoin(applets, eq(applets.id, enablements.applet_id))
    .innerJoin(stepsOfEach(moduleName), sql`true`)
    .where(and(inArray(user_id, user), or(eq(status, 'enabled'), isNull(applets.archived_at))))
    .groupBy(module_name, id)
    .orderBy(sql`name`, id)
}
type Use = RowOf<ReturnType<typeof usesQuery>>
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
      needs_account: use.last_slot + 1 > others.length,
    }))
  return { id, service: toService(service), account_name, status, connected_at: created_at, used_by }
}
