import { asc, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm'
import { authorName } from '../../db/applets/author-name.ts'
import { users } from '../../db/schema/accounts.ts'
import { service_steps, services, step_fields } from '../../db/schema/connections.ts'
import type { Db } from '../../system/d1/client.ts'
import { decoded, prepared, type BatchRows } from '../../db/d1-batch.ts'
import { selectAppletId, type GivenAppletKey } from '../../db/applets/select-applet-id.ts'
import { applet_steps, applets, configurations } from '../../db/schema/applets.ts'

/**
 * Reads the parts of an Applet that are the same for every viewer. For `db.batch`, where D1 keys rows by column name:
 * no two columns of one query may share a name.
 */
export const publicQueries = prepared((db, ref: GivenAppletKey) => {
  const id = selectAppletId(ref)
  const stepIds = db.select({ id: applet_steps.step_id }).from(applet_steps).where(eq(applet_steps.applet_id, id))
  const modules = db
    .select({ name: service_steps.module_name })
    .from(service_steps)
    .where(inArray(service_steps.id, stepIds))
  return [
    decoded(
      db
        .select({ ...getTableColumns(applets), author: authorName })
        .from(applets)
        .innerJoin(users, eq(users.id, applets.author_id))
        .where(eq(applets.id, id)),
      getTableColumns(applets),
    ),
    stepsQuery(db, id),
    decoded(db.select().from(services).where(inArray(services.module_name, modules)), getTableColumns(services)),
    decoded(
      db.select().from(step_fields).where(inArray(step_fields.step_id, stepIds)).orderBy(asc(step_fields.position)),
      getTableColumns(step_fields),
    ),
    decoded(
      db.select().from(configurations).where(eq(configurations.applet_id, id)).orderBy(asc(configurations.position)),
      getTableColumns(configurations),
    ),
  ] as const
})

function stepsQuery(db: Db, id: SQL<number>) {
  const { step_id, position, place, account_slot, fields, applet_id, configuration_slug } = applet_steps
  const { module_name, kind, slug, name, description } = service_steps
  const feature = sql<string | null>`${configuration_slug}`.as('feature')
  const query = db
    .select({ step_id, position, place, account_slot, fields, feature, module_name, kind, slug, name, description })
    .from(applet_steps)
    .innerJoin(service_steps, eq(service_steps.id, step_id))
    .where(eq(applet_id, id))
    .orderBy(asc(position))
  return decoded(query, { fields })
}

export type PublicRows = BatchRows<ReturnType<typeof publicQueries>>
