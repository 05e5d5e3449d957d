import { sql } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'

/**
 * Brings the index to what D1 says of these Applets, at most a hundred at once: those that are not public leave it. Does
 * nothing for an Applet without a mark (db/schema/search.ts), nor without an index. Doing it again, late or at the same
 * time does no harm, because the index refuses what is older than it has. Throws if either database cannot be reached;
 * the minute's job makes up for it (sweep-search.ts).
 */
export async function indexApplets({ db, search }: Pick<Ctx, 'db' | 'search'>, ids: readonly number[]): Promise<void> {
  if (!search) return
  // A view of the migration: what each is found by, and as of which version.
  const rows = JSON.stringify(
    await db.all(
      sql`select * from search_truth where applet_id in (select value from json_each(${JSON.stringify(ids)}))`,
    ),
  )
  await search
    .prepare(
      `insert into applet_docs select value ->> 'applet_id', value ->> 'version', value ->> 'place', value ->> 'name',
        value ->> 'description', value ->> 'steps' from json_each(?)`,
    )
    .bind(rows)
    .run()
  await db.run(sql`update search_marks set applied = value ->> 'version' from json_each(${rows})
    where applet_id = value ->> 'applet_id' and applied < value ->> 'version'`)
}
