import { sql } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { search_rebuild } from '../schema/search.ts'
import { indexApplets } from './index-applets.ts'
import { indexServices } from './index-services.ts'

/** How many Applets one batch writes, one portion of a rebuild marks, and one minute's job brings up to date at most. */
const IN_A_BATCH = 100
const IN_A_PORTION = 1000
const IN_AN_INVOCATION = 5000

/** The present time in ms, as the triggers have it. */
const NOW = sql`cast(unixepoch('subsec') * 1000 as integer)`

type Databases = Pick<Ctx, 'db' | 'search'>

/**
 * The minute's task: whatever the queue did not tell the index, the longest waiting first, and a part of a rebuild
 * that is under way. Returns whether more is left. Does nothing without an index. Throws if a database is down.
 */
export async function sweepSearch(databases: Databases): Promise<boolean> {
  let [done, portion] = [0, 1]
  while (portion > 0 && done < IN_AN_INVOCATION) done += portion = await sweepOnce(databases)
  return portion > 0
}

/** One portion. Returns how many Applets it marked or wrote; 0 when the index is complete. Throws if a database is down. */
export async function sweepOnce(databases: Databases): Promise<number> {
  const { db, search } = databases
  if (!search) return 0
  const marked = await continueRebuild(db, search)
  const behind = await db.all<{ applet_id: number }>(
    sql`select applet_id from search_marks where applied < wanted order by wanted limit ${IN_A_BATCH}`,
  )
  if (behind.length > 0)
    await indexApplets(
      databases,
      behind.map(({ applet_id }) => applet_id),
    )
  return marked + behind.length
}

/** Writes changed services and marks the next portion. Returns how many Applets that may be; 0 if all are marked. */
async function continueRebuild(db: Ctx['db'], search: D1Database): Promise<number> {
  const [rebuild] = await db.all<typeof search_rebuild.$inferSelect>(sql`select * from search_rebuild`)
  if (!rebuild) return 0
  const { services_changed, after, round } = rebuild
  if (services_changed) {
    await indexServices(db, search, round)
    await db.run(sql`update search_rebuild set services_changed = 0 where round = ${round}`)
  }
  if (after === null) return 0
  const [{ end } = { end: null }] = await db.all<{ end: number | null }>(
    sql`select max(id) as end from (select id from applets where id > ${after} order by id limit ${IN_A_PORTION})`,
  )
  // An Applet that the index knows is marked too, although it may be gone or hidden now.
  const known = await search
    .prepare('select json_group_array(applet_id) as ids from applet_places where applet_id > ?1 and applet_id <= ?2')
    .bind(after, end ?? Number.MAX_SAFE_INTEGER)
    .first('ids')
  await db.run(sql`insert into search_marks (applet_id, wanted)
    select id, ${NOW} from applets where id > ${after} and id <= ${end} and published_at is not null
    union select value, ${NOW} from json_each(${known}) where true
    on conflict (applet_id) do update set wanted = max(wanted + 1, excluded.wanted)`)
  await db.run(sql`update search_rebuild set after = ${end} where round = ${round}`)
  return IN_A_PORTION
}
