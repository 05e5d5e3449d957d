import { optimizeDatabase } from '../../db/upkeep/database-state.ts'
import type { Ctx } from '../../system/context/context.ts'
import { DAY, MINUTE } from '../../contract/shared/durations.ts'

/**
 * Once a day, in its first quarter of an hour in UTC, refreshes what SQLite's query planner knows of the tables. Cloudflare recommends it for new indexes, SQLite for databases that stay open.
 */
export async function optimizeDaily(ctx: Ctx, before: number): Promise<boolean> {
  if (before % DAY < 15 * MINUTE) await optimizeDatabase(ctx)
  return false
}
