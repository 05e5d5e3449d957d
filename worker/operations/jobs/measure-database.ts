import { sql } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'

/** From so many percent of the limit on, an operator should act (docs/operate.md). */
const ALERT_AT = 70
const MEGABYTE = 1_000_000

/** Logs how full D1 is, by what its answer says of its size; as an error from 70% on. Nothing is ever left. */
export async function measureDatabase({ db, settings }: Ctx): Promise<false> {
  const { meta } = await db.run(sql`select 1`)
  const percent = Math.round((meta.size_after / (settings.DATABASE_MAX_MB * MEGABYTE)) * 100)
  const fields = { bytes: meta.size_after, percent }
  if (percent < ALERT_AT) log('info', 'database_size', fields)
  else log('error', 'database_filling', fields)
  return false
}
