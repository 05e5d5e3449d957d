import { sql } from 'drizzle-orm'
import type { DbCtx } from '../../system/context/context.ts'

/** How many bytes D1 holds, by what its answer to a read says. Throws where it does not answer. */
export async function readDatabaseSize({ db }: DbCtx): Promise<number> {
  const { meta } = await db.run(sql`select 1`)
  return meta.size_after
}

/** Refreshes what SQLite's query planner knows of the tables: those that have grown or shrunk much. */
export async function optimizeDatabase({ db }: DbCtx): Promise<void> {
  await db.run(sql`pragma optimize`)
}
