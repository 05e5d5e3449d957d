import { sql } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'

/**
 * Writes all published services and their steps into the index, as of this round of `search_rebuild` or later. They are an operator's
 * catalog: hundreds, not millions. Nothing changes if the index has those of a later round.
 */
export async function indexServices(db: Ctx['db'], search: D1Database, round: number): Promise<void> {
  const rows = await db.all(
    sql`select name, description, module_name, (
        select json_group_array(json_object('id', id, 'name', name, 'description', description) order by name, id)
        from service_steps where module_name = services.module_name
      ) as steps
      from services where published order by popularity desc, module_name`,
  )
  await search
    .prepare('insert into service_docs (round, services) values (?1, ?2)')
    .bind(round, JSON.stringify(rows))
    .run()
}
