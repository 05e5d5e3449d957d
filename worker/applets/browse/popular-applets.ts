import { inArray, sql, type SQL } from 'drizzle-orm'
import { applets, step_applets } from '../../db/schema/applets.ts'
import { service_steps } from '../../db/schema/connections.ts'

/**
 * The Applet is one of the `limit` most used published ones with a step that meets this condition. Reads at most
 * `limit` rows of each such step, in the index's order: `cross join` keeps the steps first.
 */
export function isPopularWith(steps: SQL | undefined, limit: number): SQL {
  return inArray(
    applets.id,
    sql`(select p.applet_id from ${service_steps} cross join ${step_applets} p on p.rowid in (
      select i.rowid from ${step_applets} i where i.step_id = ${service_steps.id}
      order by i.enabled_count desc, i.applet_id limit ${limit})
    where ${steps} group by p.applet_id order by p.enabled_count desc, p.applet_id limit ${limit})`,
  )
}
