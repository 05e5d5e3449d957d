import { and, asc, count, eq, exists, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm'
import { authorName } from './applet-names.ts'
import { keptVersion, newestVersion, versionForUser } from './applet-versions.ts'
import { selectAppletId, type GivenAppletKey } from './select-applet-id.ts'
import { isOfService, stepId, stepModule, stepsOfDocument } from './steps-in-sql.ts'
import { decoded, FLAG, prepared, runNamed, type Given, type NamedRows } from '../d1-batch.ts'
import { sessionUser } from '../sessions/live-sessions.ts'
import { users } from '../schema/accounts.ts'
import {
  activity_log,
  applet_versions,
  applets,
  configurations,
  enablements,
  live_configurations,
} from '../schema/applets.ts'
import { connected_accounts, service_steps, services, step_fields } from '../schema/connections.ts'
import { feedback } from '../schema/feedback.ts'
import type { AppletKey } from '../../contract/addresses.ts'
import type { Db } from '../../system/d1/client.ts'
import { actorQuery } from '../sessions/actor-query.ts'
import { subscriptionsVersion } from '../billing/plan-conditions.ts'
import { runnerIdOf, wantedOf } from '../runners.ts'

/** An Applet by its address; by session where its viewer is signed in, who may have another version than the newest. `at`: in this version. */
type Shown = GivenAppletKey & { sessionHash?: Given<string>; at?: Given<number> }

/**
 * Reads an Applet in the version that its viewer sees, with what the catalog has of its steps. For `runNamed`, where D1
 * keys rows by column name: no two columns of one query may share a name.
 */
const appletQueries = prepared((db, { sessionHash, at, ...ref }: Shown) => {
  const id = selectAppletId(ref)
  const viewer = sessionHash === undefined ? null : sql`${sessionUser(db, sessionHash)}`
  const shown = viewer ? versionForUser(viewer, applets.id) : newestVersion(applets.id)
  const version = at === undefined ? shown : sql`${at}`
  const ofViewer = viewer ? sql`v.version = coalesce(${keptVersion(viewer, sql`v.applet_id`)}, v.version)` : sql`true`
  const isShown = at === undefined ? ofViewer : sql`v.version = ${at}`
  const doc = sql`(select v.doc from ${applet_versions} v where v.applet_id = ${id} and ${isShown} order by v.version desc limit 1)`
  const of = (column: SQL) => sql`(select ${column} from ${stepsOfDocument(doc)} where ${isOfService})`
  return {
    applet: decoded(
      db
        .select({
          ...getTableColumns(applets),
          author: authorName,
          version: applet_versions.version,
          newest_version: (viewer ? newestVersion(applets.id) : sql<number>`${applet_versions.version}`).as(
            'newest_version',
          ),
          doc: applet_versions.doc,
        })
        .from(applets)
        .innerJoin(users, eq(users.id, applets.author_id))
        .innerJoin(
          applet_versions,
          and(eq(applet_versions.applet_id, applets.id), eq(applet_versions.version, version)),
        )
        .where(eq(applets.id, id)),
      { ...getTableColumns(applets), doc: applet_versions.doc },
    ),
    steps: db
      .select()
      .from(service_steps)
      .where(sql`${service_steps.id} in ${of(stepId)}`),
    services: decoded(
      db
        .select()
        .from(services)
        .where(sql`${services.module_name} in ${of(stepModule)}`),
      getTableColumns(services),
    ),
    fields: decoded(
      db
        .select()
        .from(step_fields)
        .where(sql`${step_fields.step_id} in ${of(stepId)}`)
        .orderBy(asc(step_fields.position)),
      getTableColumns(step_fields),
    ),
    features: decoded(
      db.select().from(configurations).where(eq(configurations.applet_id, id)).orderBy(asc(configurations.position)),
      getTableColumns(configurations),
    ),
  }
})

/** Adds the viewer's part by session. Only `actor` checks that the session is live: if it is empty, discard the rest. */
export function queriesForUser(db: Db, ref: AppletKey, sessionHash: string, now: number) {
  return {
    actor: actorQuery(db, sessionHash, now),
    ...ownQueries(db, { ...ref, sessionHash }),
    ...appletQueries(db, { ...ref, sessionHash }),
  }
}

const ownQueries = prepared((db, { sessionHash, ...ref }: GivenAppletKey & { sessionHash: Given<string> }) => {
  const user = sessionUser(db, sessionHash)
  const own = and(inArray(enablements.user_id, user), eq(enablements.applet_id, selectAppletId(ref)))
  const ratings = db
    .select({ one: sql`1` })
    .from(feedback)
    .where(and(inArray(feedback.user_id, user), eq(feedback.applet_id, selectAppletId(ref))))
  const { id, module_name, account_name, status, created_at, user_id } = connected_accounts
  return {
    enablement: decoded(
      db
        .select({ ...getTableColumns(enablements), last_change: lastChange() })
        .from(enablements)
        .where(own),
      getTableColumns(enablements),
    ),
    live: decoded(
      db
        .select()
        .from(live_configurations)
        .where(
          inArray(live_configurations.enablement_id, db.select({ id: enablements.id }).from(enablements).where(own)),
        ),
      getTableColumns(live_configurations),
    ),
    accounts: db
      .select({ id, module_name, account_name, status })
      .from(connected_accounts)
      .where(inArray(user_id, user))
      .orderBy(asc(created_at), asc(id)),
    totals: decoded(
      db
        .select({
          enabled: count().as('enabled'),
          rated: sql<boolean>`${exists(ratings)}`.as('rated'),
          subscriptions_version: subscriptionsVersion(user).as('subscriptions_version'),
          runner_id: runnerIdOf(user).as('runner_id'),
          wanted: wantedOf(user).as('wanted'),
        })
        .from(enablements)
        .where(and(inArray(enablements.user_id, user), eq(enablements.status, 'enabled'))),
      { rated: FLAG },
    ),
  }
})

/** The newest log entry, found by index: one row is read. (A plain column would lose its table name here.) */
function lastChange() {
  return sql<number | null>`(select l.created_at from ${activity_log} l where l.user_id = ${enablements}.user_id
    and l.applet_id = ${enablements}.applet_id and l.category = 'change' order by l.created_at desc limit 1)`.as(
    'last_change',
  )
}

export type AppletRows = NamedRows<ReturnType<typeof appletQueries>>
/** The rows of a signed-in viewer, of which all the rest is made. */
export type RowsForUser = NamedRows<ReturnType<typeof queriesForUser>>

/** Reads an Applet in its newest version, as everyone sees it; `at`: in an older one. */
export function readAppletRows(db: Db, ref: AppletKey, at?: number): Promise<AppletRows> {
  return runNamed(db, appletQueries(db, at === undefined ? ref : { ...ref, at }))
}

type Session = { sessionHash: string; now: number }

/** Reads an Applet with its viewer's part, as they see it. `now`: ms, for the session. */
export function readRowsForUser(db: Db, ref: AppletKey, { sessionHash, now }: Session): Promise<RowsForUser> {
  return runNamed(db, queriesForUser(db, ref, sessionHash, now))
}
