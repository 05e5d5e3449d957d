import { and, asc, count, eq, exists, getTableColumns, inArray, sql } from 'drizzle-orm'
import { sessionUser } from '../../db/users/live-sessions.ts'
import { actorQuery } from '../../db/users/actor-query.ts'
import { subscriptionsVersion } from '../../db/billing/plan-conditions.ts'
import { connected_accounts } from '../../db/schema/connections.ts'
import type { Db } from '../../system/d1/client.ts'
import { decoded, FLAG, prepared, type BatchRows, type Given } from '../../db/d1-batch.ts'
import { feedback } from '../../db/schema/feedback.ts'
import { runnerIdOf } from './run-counts.ts'
import { selectAppletId } from '../../db/applets/select-applet-id.ts'
import type { AppletKey } from '../../contract/applets/applet-key.ts'
import type { GivenAppletKey } from '../../db/applets/select-applet-id.ts'
import { activity_log, applet_versions, enablements, live_configurations } from '../../db/schema/applets.ts'

/**
 * Reads the viewer's part of an Applet by session, so that identifying the user costs no extra round trip. Only the
 * first query checks that the session is live: if it returns no user, discard the rest.
 */
export function viewerQueries(db: Db, ref: AppletKey, sessionHash: string, now: number) {
  return [actorQuery(db, sessionHash, now), ...ownQueries(db, { ...ref, sessionHash })] as const
}

const ownQueries = prepared((db, { sessionHash, ...ref }: GivenAppletKey & { sessionHash: Given<string> }) => {
  const user = sessionUser(db, sessionHash)
  const own = and(inArray(enablements.user_id, user), eq(enablements.applet_id, selectAppletId(ref)))
  const ratings = db
    .select({ one: sql`1` })
    .from(feedback)
    .where(and(inArray(feedback.user_id, user), eq(feedback.applet_id, selectAppletId(ref))))
  const { id, module_name, account_name, status, created_at, user_id } = connected_accounts
  return [
    decoded(
      db
        .select({
          ...getTableColumns(enablements),
          last_change: lastChange(),
        })
        .from(enablements)
        .where(own),
      getTableColumns(enablements),
    ),
    decoded(
      db
        .select()
        .from(live_configurations)
        .where(
          inArray(live_configurations.enablement_id, db.select({ id: enablements.id }).from(enablements).where(own)),
        ),
      getTableColumns(live_configurations),
    ),
    db
      .select({ id, module_name, account_name, status })
      .from(connected_accounts)
      .where(inArray(user_id, user))
      .orderBy(asc(created_at), asc(id)),
    decoded(
      db
        .select({
          enabled: count().as('enabled'),
          rated: sql<boolean>`${exists(ratings)}`.as('rated'),
          subscriptions_version: subscriptionsVersion(user).as('subscriptions_version'),
          newest_version: newestOf(ref),
          runner_id: runnerIdOf(user).as('runner_id'),
        })
        .from(enablements)
        .where(and(inArray(enablements.user_id, user), eq(enablements.status, 'enabled'))),
      { rated: FLAG },
    ),
  ] as const
})

/** The newest log entry, found by index: one row is read. (A plain column would lose its table name here.) */
function lastChange() {
  return sql<number | null>`(select l.created_at from ${activity_log} l where l.user_id = ${enablements}.user_id
    and l.applet_id = ${enablements}.applet_id and l.category = 'change' order by l.created_at desc limit 1)`.as(
    'last_change',
  )
}

/** The last version of the Applet that its author has saved, found by the primary key. */
function newestOf(ref: GivenAppletKey) {
  return sql<number | null>`(select max(v.version) from ${applet_versions} v
    where v.applet_id = ${selectAppletId(ref)})`.as('newest_version')
}

export type ViewerRows = BatchRows<ReturnType<typeof viewerQueries>>
