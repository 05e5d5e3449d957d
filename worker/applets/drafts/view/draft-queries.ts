import { and, asc, count, desc, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm'
import { sessionUser } from '../../../db/users/live-sessions.ts'
import { actorQuery } from '../../../db/users/actor-query.ts'
import type { Db } from '../../../system/d1/client.ts'
import { decoded, prepared, type GivenAll, type NamedRows } from '../../../db/d1-batch.ts'
import { applet_versions, applets, enablements } from '../../../db/schema/applets.ts'
import {
  connected_accounts,
  service_steps,
  services,
  step_fields,
  step_ingredients,
} from '../../../db/schema/connections.ts'
import { newestVersion } from '../../../db/applets/applet-versions.ts'
import { isOfService, stepId, stepsInDraft, stepsOfDocument } from '../../../db/applets/steps-in-sql.ts'
import { drafts } from '../../../db/schema/drafts.ts'
import { subscriptionsVersion } from '../../../db/billing/plan-conditions.ts'

/** `id`: of a stored draft, or 0. `applet_id`: of the Applet that a draft not yet stored would change, or 0. */
export type DraftKey = { id: number; applet_id: number }

/**
 * Reads a draft and all that its page says about it in one round trip: the viewer by session, the catalog's rows of its
 * steps and of those of `steps` (ids), the viewer's accounts, and their Applet that it changes. Discard all if `actor`
 * is empty.
 */
export function draftQueries(db: Db, given: DraftKey & { sessionHash: string; now: number; steps: readonly string[] }) {
  const { sessionHash, now, steps, ...key } = given
  return {
    actor: actorQuery(db, sessionHash, now),
    ...ownQueries(db, { ...key, sessionHash, steps: JSON.stringify(steps) }),
  }
}

type Places = GivenAll<{ id: number; applet_id: number; sessionHash: string; steps: string }>

const ownQueries = prepared((db, given: Places) => {
  const { id, sessionHash } = given
  const user = sessionUser(db, sessionHash)
  const stepIds = stepIdsOf(given)
  const modules = db
    .select({ name: service_steps.module_name })
    .from(service_steps)
    .where(sql`${service_steps.id} in ${stepIds}`)
  const own = connected_accounts
  return {
    draft: decoded(
      db
        .select()
        .from(drafts)
        .where(and(eq(drafts.id, id), inArray(drafts.user_id, user))),
      getTableColumns(drafts),
    ),
    steps: db
      .select()
      .from(service_steps)
      .where(sql`${service_steps.id} in ${stepIds}`),
    services: decoded(
      db.select().from(services).where(inArray(services.module_name, modules)),
      getTableColumns(services),
    ),
    fields: decoded(
      db
        .select()
        .from(step_fields)
        .where(sql`${step_fields.step_id} in ${stepIds}`)
        .orderBy(asc(step_fields.step_id), asc(step_fields.position)),
      getTableColumns(step_fields),
    ),
    ingredients: db
      .select()
      .from(step_ingredients)
      .where(sql`${step_ingredients.step_id} in ${stepIds}`)
      .orderBy(asc(step_ingredients.step_id), asc(step_ingredients.position)),
    accounts: db
      .select({ id: own.id, module_name: own.module_name, account_name: own.account_name, status: own.status })
      .from(own)
      .where(inArray(own.user_id, user))
      .orderBy(asc(own.created_at), asc(own.id)),
    totals: db
      .select({
        enabled: count().as('enabled'),
        subscriptions_version: subscriptionsVersion(user).as('subscriptions_version'),
      })
      .from(enablements)
      .where(and(inArray(enablements.user_id, user), eq(enablements.status, 'enabled'))),
    ...editedQueries(db, given, user),
  }
})

/** The viewer's own Applet that is edited, and the newest version that it has. */
function editedQueries(db: Db, { id, applet_id }: Places, user: ReturnType<typeof sessionUser>) {
  const edited = sql<number>`coalesce((select d.applet_id from ${drafts} d where d.id = ${id}), ${applet_id})`
  const isOwn = and(eq(applets.id, edited), inArray(applets.author_id, user))
  const { status, min_gap, quiet_from, quiet_to, fields, version } = enablements
  return {
    applet: decoded(
      db
        .select({
          ...getTableColumns(applets),
          status,
          min_gap,
          quiet_from,
          quiet_to,
          own_fields: sql<string | null>`${fields}`.as('own_fields'),
          own_version: sql<number | null>`${version}`.as('own_version'),
        })
        .from(applets)
        .leftJoin(enablements, and(eq(enablements.applet_id, applets.id), eq(enablements.user_id, applets.author_id)))
        .where(isOwn),
      getTableColumns(applets),
    ),
    newest: decoded(
      db
        .select()
        .from(applet_versions)
        .where(eq(applet_versions.applet_id, edited))
        .orderBy(desc(applet_versions.version))
        .limit(1),
      getTableColumns(applet_versions),
    ),
  }
}

/** The ids of a draft's steps, of the Applet that it changes, and of those asked for besides. */
function stepIdsOf({ id, applet_id, steps }: Places): SQL {
  return sql`(select ${stepId} from ${drafts} d, ${stepsInDraft} where d.id = ${id} and ${isOfService}
    union all select ${stepId} from ${applet_versions}, ${stepsOfDocument(applet_versions.doc)}
      where ${applet_versions.applet_id} = ${applet_id} and ${applet_versions.version} = ${newestVersion(sql`${applet_id}`)} and ${isOfService}
    union all select value from json_each(${steps}))`
}

type Rows = NamedRows<ReturnType<typeof draftQueries>>
export type StepRow = Rows['steps'][number]
export type CatalogServiceRow = Rows['services'][number]
export type FieldRow = Rows['fields'][number]
export type IngredientRow = Rows['ingredients'][number]
export type OwnAccount = Rows['accounts'][number]
export type EditedApplet = Rows['applet'][number]
export type NewestVersion = Rows['newest'][number]
