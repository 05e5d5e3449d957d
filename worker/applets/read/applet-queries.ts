import { asc, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm'
import { authorName } from '../../db/author-name.ts'
import { users } from '../../db/schema/accounts.ts'
import { service_steps, services, step_fields } from '../../db/schema/connections.ts'
import type { Db } from '../../db/client.ts'
import { prepareOnce, type GivenAll } from '../../db/prepare-once.ts'
import { applet_steps, applets, configurations } from '../../db/schema/applets.ts'

/** How an address names an Applet (§2.1): by friendly_id, id, or "{id}-{anything}". */
export type AppletKey = { id: number | null; friendly_id: string | null }
export type GivenAppletKey = GivenAll<AppletKey>

export function parseAppletKey(given: string | number): AppletKey {
  const text = String(given)
  const [, digits, rest] = /^(\d{1,15})(-.*)?$/s.exec(text) ?? []
  return { id: digits ? Number(digits) : null, friendly_id: digits && rest === undefined ? null : text }
}

/** The Applet's id as a subquery, so that all parts are read in one round trip. A friendly_id takes precedence. */
export function selectAppletId({ id, friendly_id }: GivenAppletKey): SQL<number> {
  return sql<number>`(select a.id from ${applets} a where a.friendly_id = ${friendly_id} or a.id = ${id}
    order by a.friendly_id is ${friendly_id} desc limit 1)`
}

/**
 * Reads the parts of an Applet that are the same for every viewer. For `db.batch`, where D1 keys rows by column name:
 * no two columns of one query may share a name.
 */
export const publicQueries = prepareOnce((db, ref: GivenAppletKey) => {
  const id = selectAppletId(ref)
  const stepIds = db.select({ id: applet_steps.step_id }).from(applet_steps).where(eq(applet_steps.applet_id, id))
  const modules = db
    .select({ name: service_steps.module_name })
    .from(service_steps)
    .where(inArray(service_steps.id, stepIds))
  return [
    db
      .select({ ...getTableColumns(applets), author: authorName })
      .from(applets)
      .innerJoin(users, eq(users.id, applets.author_id))
      .where(eq(applets.id, id)),
    stepsQuery(db, id),
    db.select().from(services).where(inArray(services.module_name, modules)),
    db.select().from(step_fields).where(inArray(step_fields.step_id, stepIds)).orderBy(asc(step_fields.position)),
    db.select().from(configurations).where(eq(configurations.applet_id, id)).orderBy(asc(configurations.position)),
  ] as const
})

function stepsQuery(db: Db, id: SQL<number>) {
  const { step_id, position, account_slot, fields, applet_id, configuration_slug: feature } = applet_steps
  const { module_name, kind, slug, name, description } = service_steps
  return db
    .select({ step_id, position, account_slot, fields, feature, module_name, kind, slug, name, description })
    .from(applet_steps)
    .innerJoin(service_steps, eq(service_steps.id, step_id))
    .where(eq(applet_id, id))
    .orderBy(asc(position))
}

type Rows = ReturnType<typeof publicQueries>
type Result<Index extends 0 | 1 | 2 | 3 | 4> = Awaited<Rows[Index]>
export type PublicRows = [Result<0>, Result<1>, Result<2>, Result<3>, Result<4>]
