import { AFTER_RESTORE, markRunners, RESTORE_MARKS } from '../../worker/operations/restore/restore-marks.ts'
import type { Database } from './config/database-access.ts'

/**
 * Marks what the Worker has to read and tell again. If that is under way already, changes nothing and returns the last
 * customer that was read in `left`. Goes by the database's clock, because this machine's may be wrong.
 */
export async function markAfterRestore(database: Database): Promise<{ marked: number; left: string | null }> {
  const [mark] = await database.read(`select value from cursors where name = '${AFTER_RESTORE}'`)
  if (mark) return { marked: 0, left: String(mark['value']) }
  await database.write(RESTORE_MARKS)
  const [clock] = await database.read("select cast(unixepoch('subsec') * 1000 as integer) as now")
  let marked = 0
  for (;;) {
    const rows = await database.read(markRunners(Number(clock?.['now'])))
    if (rows.length === 0) return { marked, left: null }
    marked += rows.length
  }
}
