import { eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { applets, enablements } from '../schema/applets.ts'
import { versionForUser } from './applet-versions.ts'
import { hasPublicationLeft, mayPublish } from './publications.ts'

/**
 * Conditions on the database at the moment of writing, where `applets` is the Applet's row. Subqueries alias the
 * enablement as `e`, so that they work in any statement.
 */

/** The user has this Applet in this status, or in any status. */
export function hasEnablement(user_id: string, applet_id: number, status?: 'enabled' | 'disabled'): SQL {
  const inStatus = status ? sql` and e.status = ${status}` : sql``
  return sql`exists (select 1 from ${enablements} e where e.user_id = ${user_id} and e.applet_id = ${applet_id}${inStatus})`
}

type Visibility = Pick<typeof applets.$inferSelect, 'published_at' | 'taken_down'>

/** Others see as much of the Applet as when it was read: nobody has published it, taken it back or taken it down. */
function visibilityUnchanged({ published_at, taken_down }: Visibility): SQL {
  return sql`(${applets.published_at} is ${published_at} and ${applets.taken_down} is ${taken_down})`
}

type Facts = { user_id: string; row: Visibility & { id: number; version: number }; now: number }

/** By name, the conditions that a change of an Applet may depend on. */
export const CONDITIONS = {
  has_it: ({ user_id, row }: Facts) => hasEnablement(user_id, row.id),
  is_on: ({ user_id, row }: Facts) => hasEnablement(user_id, row.id, 'enabled'),
  is_not_on: ({ user_id, row }: Facts) => sql`not ${hasEnablement(user_id, row.id, 'enabled')}`,
  is_author: ({ user_id }: Facts) => eq(applets.author_id, user_id),
  is_archived: () => isNotNull(applets.archived_at),
  is_not_archived: () => isNull(applets.archived_at),
  is_published: () => isNotNull(applets.published_at),
  is_not_published: () => isNull(applets.published_at),
  is_not_taken_down: () => isNull(applets.taken_down),
  is_as_visible: ({ row }: Facts) => visibilityUnchanged(row),
  /** Its author has saved none since it was read. */
  is_same_version: ({ user_id, row }: Facts) => eq(versionForUser(user_id, row.id), row.version),
  /** No operator took the author's Applets down. */
  may_publish: ({ user_id }: Facts) => mayPublish(user_id),
  has_publication_left: ({ user_id, now }: Facts) => hasPublicationLeft(user_id, now),
} satisfies Record<string, (facts: Facts) => SQL>
