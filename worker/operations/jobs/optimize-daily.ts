import { sql } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import { DAY, MINUTE } from '../../contract/shared/durations.ts'

/**
 * Once a day, in its first quarter of an hour in UTC, refreshes what SQLite's query planner knows of the tables: those
 * that have grown or shrunk much. Cloudflare recommends it for new indexes, SQLite for databases that stay open.
 */
export async function optimizeDaily({ db }: Ctx, before: number): Promise<boolean> {
  if (before % DAY < 15 * MINUTE) await db.run(sql`pragma optimize`)
  return false
}
