import { and, eq, inArray, isNull, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Db } from '../../system/d1/client.ts'
import type { Given, RowOf } from '../d1-batch.ts'
import { applet_steps, applet_versions, applets, enablements } from '../schema/applets.ts'
import { service_steps } from '../schema/connections.ts'
import { isKeptVersion, keepsOlder, seenName } from './public-face.ts'
import { stepModule, stepSlot, stepsOfDocument } from './steps-in-sql.ts'

/** An Applet that uses a service, as its user sees it. `last_slot`: the highest of the accounts that it uses there. */
export type AppletOfService = RowOf<ReturnType<typeof appletsOfServices>>

/**
 * The query of the user's Applets by service: enabled ones, and turned-off ones that can be turned on again, which an
 * archived one cannot. With a module name, of that service only. `user`: an id, or a query for it.
 */
export function appletsOfServices(db: Db, user: Given<string>[] | SQLWrapper, moduleName?: Given<string>) {
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
