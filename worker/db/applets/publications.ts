import { sql, type SQL } from 'drizzle-orm'
import { PUBLICATIONS_A_DAY } from '../../contract/applets/publication.ts'
import { DAY, HOUR } from '../../contract/shared/durations.ts'
import type { Db } from '../../system/d1/client.ts'
import { activity_log, applets } from '../schema/applets.ts'
import { services } from '../schema/connections.ts'
import { hidden_authors } from '../schema/moderation.ts'

/** No operator took the author's Applets down. */
export function mayPublish(user_id: string): SQL {
  return sql`not exists (select 1 from ${hidden_authors} h where h.user_id = ${user_id})`
}

export function hasPublicationLeft(user_id: string, now: number): SQL {
  return sql`(select count(*) ${publications(user_id, now)}) < ${PUBLICATIONS_A_DAY}`
}

/** The author's publications of the last 24 hours, as a part of a query. */
function publications(user_id: string, now: number): SQL {
  return sql`from ${activity_log} l where l.user_id = ${user_id} and l.category = 'change'
    and l.created_at > ${now - DAY} and l.kind = 'published'`
}

/** When the author's next Applet may enter lists (ms): null, at once, if one of theirs stands there already. */
export function listedFrom({ author_id, now, hours }: { author_id: string; now: number; hours: number }) {
  if (hours === 0) return sql<number | null>`null`
  return sql<number | null>`(case when exists (select 1 from ${applets} a where a.author_id = ${author_id}
    and a.published_at is not null and a.archived_at is null and a.unlisted_until is null and a.taken_down is null)
    then null else ${now + hours * HOUR} end)`
}

/** Reads the facts that an author's publications depend on. `hours`: until a new author's Applet stands in lists. */
export async function readPublishing(db: Db, { user_id, now, hours }: { user_id: string; now: number; hours: number }) {
  const today = publications(user_id, now)
  const [row] = await db
    .select({
      today: sql<number>`(select count(*) ${today})`.as('today'),
      oldest: sql<number | null>`(select min(l.created_at) ${today})`.as('oldest'),
      allowed: sql<boolean>`${mayPublish(user_id)}`.mapWith(Boolean).as('allowed'),
      listed_from: sql<number | null>`${listedFrom({ author_id: user_id, now, hours })}`.as('listed_from'),
    })
    .from(sql`(select 1)`)
  return {
    today: row?.today ?? 0,
    /** When the oldest of these publications no longer counts, in ms. */
    free_at: (row?.oldest ?? 0) + DAY,
    allowed: row?.allowed ?? false,
    listed_from: row?.listed_from ?? null,
  }
}

/** The names of all services, which no Applet may take for its own. */
export async function readServiceNames(db: Db): Promise<string[]> {
  const rows = await db.select({ name: services.name, short_name: services.short_name }).from(services)
  return rows.flatMap(({ name, short_name }) => [name, short_name])
}
