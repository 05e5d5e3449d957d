import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { applets, enablements } from '../../db/schema/applets.ts'

/**
 * Conditions on the database at the moment of writing. Subqueries alias the enablement as `e`, so that they work in any
 * statement.
 */

/** The user has this Applet in this status, or in any status. */
export function hasEnablement(user_id: string, applet_id: number, status?: 'enabled' | 'disabled'): SQL {
  const inStatus = status ? sql` and e.status = ${status}` : sql``
  return sql`exists (select 1 from ${enablements} e where e.user_id = ${user_id} and e.applet_id = ${applet_id}${inStatus})`
}

export function isAuthor(user_id: string): SQL {
  return eq(applets.author_id, user_id)
}

export function notArchived(): SQL {
  return isNull(applets.archived_at)
}

type Visibility = Pick<typeof applets.$inferSelect, 'published_at' | 'taken_down'>

/** Others see as much of the Applet as when it was read: nobody has published it, taken it back or taken it down. */
export function visibilityUnchanged({ published_at, taken_down }: Visibility): SQL {
  return sql`(${applets.published_at} is ${published_at} and ${applets.taken_down} is ${taken_down})`
}

/** The user's row in `enablements` for this Applet. */
export function ownEnablement(user_id: string, applet_id: number): SQL | undefined {
  return and(eq(enablements.user_id, user_id), eq(enablements.applet_id, applet_id))
}
