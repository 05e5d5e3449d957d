import { readDatabaseSize } from '../../db/upkeep/database-state.ts'
import type { Ctx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'

/** From so many percent of the limit on, an operator should act (docs/operate.md). */
const ALERT_AT = 70
const MEGABYTE = 1_000_000

/** Logs how full D1 is, by what its answer says of its size; as an error from 70% on. Nothing is ever left. */
export async function measureDatabase(ctx: Ctx): Promise<false> {
  const bytes = await readDatabaseSize(ctx)
  const percent = Math.round((bytes / (ctx.settings.DATABASE_MAX_MB * MEGABYTE)) * 100)
  const fields = { bytes, percent }
  if (percent < ALERT_AT) log('info', 'database_size', fields)
  else log('error', 'database_filling', fields)
  return false
}
