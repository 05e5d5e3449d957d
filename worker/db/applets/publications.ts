import { sql } from 'drizzle-orm'
import { DAY } from '../../contract/shared/durations.ts'
import type { Db } from '../../system/d1/client.ts'
import { services } from '../schema/connections.ts'
import { mayPublish, publications } from './applet-conditions.ts'
import { listedFrom } from './change-applet-rows.ts'

/** Reads the facts that an author's publications depend on. `hours`: until a new author's Applet stands in lists. */
export async function readPublishing(db: Db, { user_id, now, hours }: { user_id: string; now: number; hours: number }) {
  const today = publications({ now: () => now }, user_id)
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
