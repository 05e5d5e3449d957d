import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { service_steps, services } from '../../db/schema/connections.ts'
import { applet_steps, applet_versions } from '../../db/schema/applets.ts'

/**
 * Whether an Applet needs a paid plan: `tierAllows('free', …)` of the contract, told a second time, in SQL, so that
 * tests can compare the two.
 */
export function needsAPlan(applet_id: SQLWrapper): SQL {
  return sql`(exists (select 1 from ${applet_versions} v, json_each(v.doc, '$.steps') step
      where v.applet_id = ${applet_id} and step.value ->> '$.kind' = 'filter')
    or exists (select 1 from ${applet_steps} p join ${service_steps} t on t.id = p.step_id
      join ${services} s on s.module_name = t.module_name
      where p.applet_id = ${applet_id} and (t.kind = 'query' or s.minimum_tier is not null
        or (p.account_slot > 0 and s.connect_kind <> 'none')))
    or ${mostActions(applet_id)} > 1)`
}

/** The most actions that one event can start: those of every feature, and those of the feature that has most. */
function mostActions(applet_id: SQLWrapper): SQL {
  const actions = sql`from ${applet_steps} p join ${service_steps} t on t.id = p.step_id
    where p.applet_id = ${applet_id} and t.kind = 'action'`
  return sql`(select count(*) ${actions} and p.configuration_slug is null)
    + coalesce((select count(*) ${actions} and p.configuration_slug is not null
      group by p.configuration_slug order by 1 desc limit 1), 0)`
}
