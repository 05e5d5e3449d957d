import { eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { PUBLICATIONS_A_DAY } from '../../contract/applets/publication.ts'
import { DAY } from '../../contract/shared/durations.ts'
import type { ClockCtx } from '../../system/context/context.ts'
import { activity_log, applets, enablements } from '../schema/applets.ts'
import { hidden_authors } from '../schema/moderation.ts'

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

type Facts = { user_id: string; row: Visibility & { id: number }; now: number }

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
  /** No operator took the author's Applets down. */
  may_publish: ({ user_id }: Facts) => mayPublish(user_id),
  has_publication_left: ({ user_id, now }: Facts) =>
    sql`(select count(*) ${publications({ now: () => now }, user_id)}) < ${PUBLICATIONS_A_DAY}`,
} satisfies Record<string, (facts: Facts) => SQL>

export function mayPublish(user_id: string): SQL {
  return sql`not exists (select 1 from ${hidden_authors} h where h.user_id = ${user_id})`
}

/** The author's publications of the last 24 hours, as a part of a query. */
export function publications({ now }: ClockCtx, user_id: string): SQL {
  return sql`from ${activity_log} l where l.user_id = ${user_id} and l.category = 'change'
    and l.created_at > ${now() - DAY} and l.kind = 'published'`
}
